// Starts the app.
import './base.css'
import './ui/ui.css'
import { mount } from 'svelte'
import App from './app/App.svelte'
import { installing } from './app/installing.svelte'
import { speech } from './messages/language.svelte'

installing.start()
// a part of the app that the server does not have any more: it has a newer version, which a reload brings (once, lest it go on for ever)
addEventListener('vite:preloadError', () => {
  const now = Date.now()
  const before = Number(sessionStorage.getItem('bangbox.reloaded') ?? 0)
  if (!navigator.onLine || now - before < 60_000) return
  sessionStorage.setItem('bangbox.reloaded', String(now))
  location.reload()
})
const start = () => mount(App, { target: document.getElementById('app')! })
speech.speak(speech.wished).then(start, start)
