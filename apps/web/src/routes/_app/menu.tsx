import { createFileRoute } from '@tanstack/react-router'
import { MenuScreen } from '../../app/frame/MenuScreen.tsx'

export const Route = createFileRoute('/_app/menu')({ component: MenuScreen })
