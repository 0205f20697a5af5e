// Who sits here: what was said last counts, whatever answer comes later.
import { expect, test, vi } from 'vitest'
import type { Me } from '../../src/net/protocol'

test('an old answer does not forget who came by a link meanwhile', async () => {
  let answer: (me: Me | null) => void = () => undefined
  vi.doMock('../../src/net/api', () => ({ api: { me: () => new Promise<Me | null>((resolve) => (answer = resolve)) } }))
  const { myself } = await import('../../src/app/me.svelte')
  const looking = myself.look()
  const ada = myself.is({ id: 'a', name: 'Ada' } as Me)
  answer(null)
  expect(await looking).toBe(ada)
  expect(myself.now).toBe(ada)
})
