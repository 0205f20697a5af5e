// Who sits in front of this screen: a guest with a name, made when first needed.
import type { Me } from '../protocol'
import { api } from './api'
import { anyOf } from './words'

class Myself {
  now = $state.raw<Me | null>(null)
  private asked: Promise<Me | null> | null = null

  /** Who the server thinks this is; null for somebody new. */
  look(): Promise<Me | null> {
    this.asked ??= api.me().then(
      (me) => (this.now = me),
      (problem: unknown) => {
        this.asked = null
        throw problem
      },
    )
    return this.asked
  }

  /** The guest of this browser: a new one, with a made-up name, if there is none yet. */
  async need(): Promise<Me> {
    return (await this.look()) ?? this.name(`${anyOf('names.first')} ${anyOf('names.second')}`)
  }

  async name(name: string): Promise<Me> {
    return this.is(await api.rename(name))
  }

  is(me: Me): Me {
    this.now = me
    this.asked = Promise.resolve(me)
    return me
  }
}

export const myself = new Myself()
