// What is open beside the board: a tab, or on narrow screens a sheet; the rule that is looked at; how much talk is unread.
import type { Sitting } from '../../play/sitting.svelte'
import { unread } from '../../play/talk'

export type Panel = 'log' | 'talk' | 'choices'
export type Sheet = Panel | 'rules' | 'more' | 'resign' | 'wishes'

export class Beside {
  panel = $state<Panel>('log')
  sheet = $state<Sheet | null>(null)
  /** the rule at which the rules are opened */
  rule = $state('')
  private read = $state(0)
  private readonly listening = $derived.by(() => this.panel === 'talk' || this.sheet === 'talk')
  readonly unread: number = $derived.by(() =>
    this.listening ? 0 : unread(this.sitting.live.notes, this.read, this.sitting.mine),
  )

  constructor(private readonly sitting: Sitting) {}

  openRules = (rule: string): void => {
    this.rule = rule
    this.sheet = 'rules'
  }

  close = (): void => {
    this.sheet = null
  }

  /** What is open has been read; call inside an effect. */
  listen(): void {
    if (this.listening) this.read = this.sitting.live.notes.at(-1)?.number ?? 0
  }
}
