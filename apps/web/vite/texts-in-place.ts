import type { PluginObj, types } from '@babel/core'
import type { LinguiConfigNormalized } from '@lingui/conf'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'

/**
 * Lingui's macros, with the source texts compiled in place, so that a screen's chunk contains its own texts. A catalog
 * of all texts would be loaded before the first screen and grow with every other.
 */
export function textsInPlace(linguiConfig: LinguiConfigNormalized, cwd: string) {
  const isBuild = process.env.NODE_ENV === 'production'
  const macros = linguiTransformerBabelPreset(
    isBuild ? { linguiConfig, descriptorFields: 'message' } : { linguiConfig },
    { cwd },
  )
  return isBuild ? { ...macros, preset: { presets: [macros.preset], plugins: [compileTexts] } } : macros
}

function compileTexts({ types: t }: { types: typeof types }): PluginObj {
  return {
    name: 'frontdesk:compile-texts',
    visitor: {
      Program: {
        // After the macros, which turn every text into an object marked with this comment.
        exit: (program) =>
          program.traverse({
            ObjectExpression({ node }) {
              if (!node.leadingComments?.some(({ value }) => value === '* i18n ')) return
              for (const property of node.properties) {
                if (!t.isObjectProperty(property) || !t.isIdentifier(property.key, { name: 'message' })) continue
                if (!t.isStringLiteral(property.value)) continue
                const compiled = compileMessageOrThrow(property.value.value)
                const isPlain = compiled.every((token) => typeof token === 'string')
                property.value = isPlain ? t.stringLiteral(compiled.join('')) : t.valueToNode(compiled)
              }
            },
          }),
      },
    },
  }
}
