// Who sits in front of this screen: a guest with a name, made when first needed.
import type { Me } from '../net/protocol'
import { api } from '../net/api'
import { anyOf } from '../messages/words'

class Myself {
  now = $state.raw<Me | null>(null)
  private asked: Promise<Me | null> | null = null

  /** Who the server thinks this is; null for somebody new. */
  look(): Promise<Me | null> {
    if (this.asked) return this.asked
    const asking: Promise<Me | null> = api.me().then(
      (me) => (this.asked === asking ? (this.now = me) : this.now), // ignored if a link or a new name has set the guest meanwhile
      (problem: unknown) => {
        if (this.asked === asking) this.asked = null
        throw problem
      },
    )
    return (this.asked = asking)
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
