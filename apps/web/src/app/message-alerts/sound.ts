/** Messages within this time make one sound. */
const PAUSE_MS = 1500

let audio: AudioContext | undefined
let playedAt = 0

/** Browsers allow sound only after a user gesture, so the context is created after one. */
function context() {
  if (!navigator.userActivation?.hasBeenActive) return undefined
  audio ??= new AudioContext()
  return audio
}

/** Two short soft notes. */
export async function playSound() {
  const player = context()
  if (!player || Date.now() - playedAt < PAUSE_MS) return
  playedAt = Date.now()
  if (player.state === 'suspended') await player.resume()
  for (const [frequency, delay] of [
    [740, 0],
    [988, 0.11],
  ] as const) {
    const start = player.currentTime + delay
    const tone = player.createOscillator()
    const volume = player.createGain()
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(0.12, start + 0.015)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3)
    tone.connect(volume).connect(player.destination)
    tone.start(start)
    tone.stop(start + 0.32)
  }
}
