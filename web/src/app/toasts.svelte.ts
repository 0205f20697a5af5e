// Short messages for the player: something went wrong, or something is done.
export interface Toast {
  id: number
  text: string
  kind: 'plain' | 'bad'
}

class Toasts {
  all = $state<Toast[]>([])
  private next = 1

  show(text: string, kind: Toast['kind'] = 'plain'): void {
    if (this.all.some((toast) => toast.text === text)) return
    const id = this.next++
    this.all.push({ id, text, kind })
    setTimeout(() => this.drop(id), kind === 'bad' ? 8000 : 4000)
  }

  drop(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id)
  }

  /** Shows what went wrong; for `catch`. */
  readonly sorry = (problem: unknown): void => {
    this.show(problem instanceof Error ? problem.message : String(problem), 'bad')
  }
}

export const toasts = new Toasts()
