import { createTheme } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'indigo',
  // One darker than the palette's accent: white words on shade 6 have a contrast of 4.3, and 4.5 is asked for.
  primaryShade: 7,
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
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 8,
        withinPortal: false,
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 100 },
      },
    },
    Popover: { defaultProps: { withinPortal: false, transitionProps: { duration: 100 } } },
    Modal: { defaultProps: { radius: 8, centered: true, transitionProps: { duration: 120 } } },
  },
})
