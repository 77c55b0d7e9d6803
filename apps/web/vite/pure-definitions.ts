import type { Plugin } from 'vite'

/**
 * The contract's modules only define things, so a definition that nobody asks for may be left out, whatever it calls.
 * Without this a screen that imports one rule gets all endpoints of that rule's module, and zod with them.
 */
export function pureDefinitions(): Plugin {
  return {
    name: 'frontdesk:pure-definitions',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/packages\/contract\/src\/[^/]+\.ts$/ },
      handler(code) {
        let pure = code
        // From the end, so that the places before stay where they are.
        for (const statement of this.parse(code).body.toReversed()) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations.toReversed()) {
            if (!init || !MAY_CALL.has(init.type)) continue
            pure = `${pure.slice(0, init.start)}/*#__PURE__*/(() => (${pure.slice(init.start, init.end)}))()${pure.slice(init.end)}`
          }
        }
        return { code: pure, map: null }
      },
    },
  }
}

/** What runs something on the way to its value; functions and plain values do not. */
const MAY_CALL = new Set(['ArrayExpression', 'CallExpression', 'NewExpression', 'ObjectExpression'])
