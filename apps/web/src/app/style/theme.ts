import { type CSSVariablesResolver, createTheme } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'indigo',
  // One darker than the palette's accent: white text on shade 6 has a contrast of 4.3, and WCAG AA requires 4.5.
  primaryShade: 7,
  // Cooler than Mantine's, to match fields and menus with our surfaces; the eighth is the page.
  colors: {
    dark: [
      '#d5d8dd',
      '#b8bcc2',
      '#8b939e',
      '#6b7480',
      '#363a41',
      '#2a2d33',
      '#1f2125',
      '#17181b',
      '#131417',
      '#101113',
    ],
  },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  defaultRadius: 6,
  radius: { md: '8px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '20px' }, h2: { fontSize: '16px' }, h3: { fontSize: '14px' } },
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    Badge: { defaultProps: { tt: 'none' } },
    Button: { defaultProps: { size: 'sm' } },
    // Most fields are required, so none carries an asterisk.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    TextInput: { defaultProps: { size: 'sm' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 8,
        withinPortal: false,
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 100 },
        // A menu taller than the room on a phone scrolls.
        middlewares: { flip: true, shift: true, size: { padding: 8 } },
      },
      styles: { dropdown: { overflowY: 'auto' } },
    },
    Popover: { defaultProps: { withinPortal: false, transitionProps: { duration: 100 } } },
    Modal: {
      defaultProps: { radius: 8, centered: true, transitionProps: { duration: 120 } },
      styles: { title: { fontWeight: 600, lineHeight: 1.35 } },
    },
  },
})

/** Mantine's grays are too pale for small text, and its dark shades differ from ours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1c2024',
    '--mantine-color-dimmed': '#5b6470',
    '--mantine-color-placeholder': '#6b7480',
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    '--mantine-color-text': '#e6e8eb',
    '--mantine-color-dimmed': '#9ba3ae',
    '--mantine-color-placeholder': '#8b939e',
    '--mantine-color-error': '#ff8787',
  },
})
