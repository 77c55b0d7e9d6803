import { z } from 'zod'
import { Created, Ignored, Page, Text } from './parameters.ts'
import { access, listObjects, route, type StripeRoute } from './route.ts'

export const eventRoutes: StripeRoute[] = [
  route(
    'GET',
    '/events',
    z.strictObject({
      ...Page,
      ...Created,
      type: Text.optional(),
      types: z.array(Text).max(20).optional(),
      delivery_success: Ignored,
    }),
    (call) =>
      listObjects(call, 'event', '/v1/events', call.input, {
        ranges: { created: call.input.created },
        types: call.input.type === undefined ? call.input.types : [call.input.type],
      }),
  ),
  route('GET', '/events/:id', z.strictObject({}), (call) => access(call, 'event', call.path('id'))),
]
