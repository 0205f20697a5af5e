// The boards' workbench: /dev.html?sample=brains&frame=12&theme=dark shows one recorded moment (vite's own server only).
import '../base.css'
import '../ui/ui.css'
import { mount } from 'svelte'
import { speech } from '../messages/language.svelte'
import Dev from './Dev.svelte'

const asked = new URLSearchParams(location.search)
if (asked.get('theme')) document.documentElement.dataset['theme'] = asked.get('theme') ?? ''
const name = asked.get('sample') ?? 'brains'
await speech.speak(speech.wished)
const sample = await (await fetch(`/samples/${name}.json`)).json()
mount(Dev, {
  target: document.getElementById('app')!,
  props: { sample, frame: Number(asked.get('frame') ?? 0), generic: asked.has('generic'), calm: asked.has('calm') },
})
