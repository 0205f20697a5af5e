// Sounds made on the spot by Web Audio: short notes and noises, no files. Silent until the player has touched the page.
export type Sound =
  | (
      | 'tap'
      | 'place'
      | 'roll'
      | 'land'
      | 'burst'
      | 'fuse'
      | 'coin'
      | 'turn'
      | 'no'
      | 'win'
      | 'lose'
      | 'chat'
      | 'fall'
      | 'thud'
      | 'clack'
      | 'fire'
      | 'knock'
      | 'swish'
    )
  | ('step' | 'punch' | 'clank' | 'whistle' | 'screech' | 'crash' | 'bang' | 'streak')

/** A tone (or noise) with a start frequency, an end frequency, a beginning, a length and a loudness. */
interface Voice {
  wave: OscillatorType | 'noise'
  from: number
  to: number
  at: number
  for: number
  loud: number
}

const tone = (wave: Voice['wave'], from: number, to: number, at: number, length: number, loud: number): Voice => ({
  wave,
  from,
  to,
  at,
  for: length,
  loud,
})

const SCORES: Record<Sound, Voice[]> = {
  tap: [tone('triangle', 620, 480, 0, 0.05, 0.16)],
  place: [tone('sine', 210, 120, 0, 0.12, 0.4), tone('noise', 1800, 600, 0, 0.04, 0.12)],
  roll: [0, 0.07, 0.13, 0.21, 0.27].map((at, i) => tone('noise', 2600 - 260 * i, 900, at, 0.05, 0.2)),
  land: [tone('noise', 1400, 500, 0, 0.06, 0.25), tone('sine', 180, 110, 0, 0.1, 0.3)],
  burst: [tone('noise', 5200, 300, 0, 0.45, 0.3), tone('sawtooth', 320, 40, 0, 0.4, 0.12)],
  fuse: [tone('sine', 330, 660, 0, 0.22, 0.25), tone('sine', 495, 990, 0.06, 0.26, 0.16)],
  coin: [tone('triangle', 1320, 1320, 0, 0.07, 0.2), tone('triangle', 1760, 1760, 0.06, 0.16, 0.2)],
  turn: [tone('triangle', 523, 523, 0, 0.12, 0.22), tone('triangle', 784, 784, 0.11, 0.2, 0.22)],
  no: [tone('triangle', 190, 150, 0, 0.14, 0.3)],
  win: [523, 659, 784, 1047].map((f, i) => tone('triangle', f, f, i * 0.13, i === 3 ? 0.5 : 0.16, 0.24)),
  lose: [440, 392, 330].map((f, i) => tone('triangle', f, f * 0.98, i * 0.17, 0.24, 0.2)),
  fall: [tone('sine', 740, 120, 0, 0.5, 0.25), tone('noise', 900, 200, 0.5, 0.12, 0.3)],
  thud: [tone('sine', 120, 60, 0, 0.2, 0.45), tone('triangle', 190, 150, 0.14, 0.2, 0.2)],
  clack: [
    tone('noise', 3000, 1200, 0, 0.04, 0.25),
    tone('noise', 2400, 900, 0.09, 0.05, 0.25),
    tone('triangle', 240, 170, 0.16, 0.18, 0.2),
  ],
  fire: [0, 0.25, 0.5, 0.8, 1.1, 1.4].map((at, i) => tone('noise', 700 + 260 * (i % 3), 260, at, 0.45, 0.22)),
  knock: [0, 0.13].flatMap((at) => [tone('triangle', 330, 210, at, 0.09, 0.4), tone('noise', 1200, 500, at, 0.05, 0.2)]),
  swish: [tone('noise', 500, 4200, 0, 0.22, 0.2), tone('noise', 4200, 400, 0.2, 0.3, 0.14)],
  chat: [tone('sine', 880, 990, 0, 0.07, 0.14)],
  bang: [tone('sine', 90, 28, 0, 1.4, 0.5), tone('noise', 7000, 120, 0, 1.5, 0.35), tone('triangle', 220, 880, 0.15, 0.9, 0.1)],
  streak: [tone('noise', 900, 6400, 0, 0.7, 0.16), tone('sine', 1500, 420, 0, 0.75, 0.12)],
  step: [0, 0.19, 0.38, 0.57].map((at) => tone('noise', 900, 300, at, 0.05, 0.14)),
  punch: [tone('noise', 2200, 300, 0, 0.09, 0.35), tone('sine', 130, 60, 0, 0.14, 0.4)],
  clank: [0, 0.16].flatMap((at) => [tone('square', 520, 410, at, 0.08, 0.1), tone('noise', 3800, 900, at, 0.07, 0.25)]),
  whistle: [0, 0.75].flatMap((at) => [587, 698, 880].map((f) => tone('triangle', f * 0.96, f, at, at ? 0.9 : 0.5, 0.12))),
  screech: [
    tone('sawtooth', 2600, 1300, 0, 0.9, 0.06),
    tone('noise', 6800, 2400, 0, 0.9, 0.22),
    tone('noise', 900, 200, 0.85, 0.3, 0.3),
  ],
  crash: [0, 0.12, 0.3].flatMap((at, i) => [
    tone('noise', 3200 - 800 * i, 160, at, 0.35, 0.3),
    tone('sine', 110 - 20 * i, 40, at, 0.3, 0.3),
  ]),
}

let context: AudioContext | undefined
let hiss: AudioBuffer | undefined

/** Plays a sound, if the browser lets us (not before the first touch or key). */
export function play(name: Sound): void {
  if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  for (const voice of SCORES[name]) sing(context, voice)
}

function sing(audio: AudioContext, voice: Voice): void {
  const start = audio.currentTime + voice.at
  const end = start + voice.for
  const volume = audio.createGain()
  volume.gain.setValueAtTime(voice.loud, start)
  volume.gain.exponentialRampToValueAtTime(0.0001, end)
  volume.connect(audio.destination)
  const source = voice.wave === 'noise' ? rustle(audio, voice, start, end, volume) : note(audio, voice, start, end, volume)
  source.start(start)
  source.stop(end)
}

function note(audio: AudioContext, voice: Voice, start: number, end: number, into: AudioNode): AudioScheduledSourceNode {
  const oscillator = audio.createOscillator()
  oscillator.type = voice.wave as OscillatorType
  oscillator.frequency.setValueAtTime(voice.from, start)
  oscillator.frequency.exponentialRampToValueAtTime(voice.to, end)
  oscillator.connect(into)
  return oscillator
}

function rustle(audio: AudioContext, voice: Voice, start: number, end: number, into: AudioNode): AudioScheduledSourceNode {
  const source = audio.createBufferSource()
  source.buffer = hiss ??= noise(audio)
  const filter = audio.createBiquadFilter()
  filter.type = 'lowpass'
  filter.frequency.setValueAtTime(voice.from, start)
  filter.frequency.exponentialRampToValueAtTime(voice.to, end)
  source.connect(filter).connect(into)
  return source
}

function noise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  return buffer
}
