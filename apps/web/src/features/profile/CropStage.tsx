import { useLingui } from '@lingui/react/macro'
import { Slider } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import classes from './ProfileScreen.module.css'

/** Center of the crop, as fractions of the picture, and its zoom. */
export interface Crop {
  x: number
  y: number
  zoom: number
}

const SIDE = 512
const ZOOM_MAX = 4
const STEP = 0.03

/** The cropped square in pixels of the picture, within its edges. */
function squareOf({ width, height }: ImageBitmap, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / zoom
  const within = (middle: number, whole: number) => Math.min(Math.max(middle * whole - side / 2, 0), whole - side)
  return { side, left: within(x, width), top: within(y, height) }
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) {
  const { side, left, top } = squareOf(picture, crop)
  canvas.width = SIDE
  canvas.height = SIDE
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE)
}

/** Creates a file of the cropped square, from which the server makes the final picture. */
export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement('canvas')
  draw(canvas, picture, crop)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The picture could not be cut.')
  return new File([blob], 'avatar.png', { type: 'image/png' })
}

interface Props {
  picture: ImageBitmap
  crop: RefObject<Crop>
}

/** The picture under a round crop area: moved by dragging or arrow keys, zoomed with the slider. */
export function CropStage({ picture, crop }: Props) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const grabbed = useRef<{ x: number; y: number } | null>(null)
  const [zoom, setZoom] = useState(1)

  const show = (next: Partial<Crop>) => {
    const requested = { ...crop.current, ...next }
    const { side, left, top } = squareOf(picture, requested)
    crop.current = {
      zoom: requested.zoom,
      x: (left + side / 2) / picture.width,
      y: (top + side / 2) / picture.height,
    }
    if (canvas.current) draw(canvas.current, picture, crop.current)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture starts centered; handlers draw the rest.
  useEffect(() => {
    setZoom(1)
    show({ x: 0.5, y: 0.5, zoom: 1 })
  }, [picture])

  const move = (byX: number, byY: number) => show({ x: crop.current.x + byX, y: crop.current.y + byY })
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const from = grabbed.current
    if (!from) return
    const { side } = squareOf(picture, crop.current)
    const scale = side / event.currentTarget.clientWidth
    move(((from.x - event.clientX) * scale) / picture.width, ((from.y - event.clientY) * scale) / picture.height)
    grabbed.current = { x: event.clientX, y: event.clientY }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    move(...step)
  }
  return (
    <>
      <div
        className={classes.stage}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with the arrow keys.
        tabIndex={0}
        role="application"
        aria-label={t`Picture: drag it or use the arrow keys to move it`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          grabbed.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          grabbed.current = null
        }}
      >
        <canvas ref={canvas} />
        <div className={classes.mask} />
      </div>
      <Slider
        thumbLabel={t`Zoom`}
        label={null}
        min={1}
        max={ZOOM_MAX}
        step={0.05}
        value={zoom}
        onChange={(next) => {
          setZoom(next)
          show({ zoom: next })
        }}
      />
    </>
  )
}
