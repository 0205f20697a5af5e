// Starts the app.
import './base.css'
import './ui/ui.css'
import { mount } from 'svelte'
import App from './app/App.svelte'
import { installing } from './app/installing.svelte'
import { speech } from './messages/language.svelte'

installing.start()
// The server has a newer version and no longer the file that was asked for: reload, but at most once a minute.
addEventListener('vite:preloadError', () => {
  const now = Date.now()
  const before = Number(sessionStorage.getItem('bangbox.reloaded') ?? 0)
  if (!navigator.onLine || now - before < 60_000) return
  sessionStorage.setItem('bangbox.reloaded', String(now))
  location.reload()
})
const start = () => mount(App, { target: document.getElementById('app')! })
speech
  .speak(speech.wished)
  .catch(() => speech.speak('en'))
  .then(start, start)
