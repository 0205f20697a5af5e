// Starts the app.
import './base.css'
import './ui/ui.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { speech } from './lib/language.svelte'

const start = () => mount(App, { target: document.getElementById('app')! })
speech.speak(speech.wished).then(start, start)
