// Preloaded into a server under test (`node --import`): shifts its clock by CLOCK_OFFSET_MS, so that a run takes place
// at the same time of day whenever it is started. Durations stay as they are.
const offset = Number(process.env.CLOCK_OFFSET_MS ?? 0)

const systemNow = Date.now
Date.now = () => systemNow() + offset
globalThis.Date = new Proxy(Date, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(target, parameters.length === 0 ? [target.now()] : parameters, newTarget),
})
const systemInstant = Temporal.Now.instant
Temporal.Now.instant = () => systemInstant().add({ milliseconds: offset })
