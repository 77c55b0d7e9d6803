import { useLingui } from '@lingui/react/macro'
import { encode } from 'uqr'
import classes from './accounts.module.css'

export function QrCode({ text }: { text: string }) {
  const { t } = useLingui()
  const { data, size } = encode(text, { border: 0 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t`QR code for your app`}>
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
