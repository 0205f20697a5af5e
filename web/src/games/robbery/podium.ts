// Who stands where on a podium: the first in the middle, the second to the left, the third to the right, and so on outwards.
export function podium(order: number[]): number[] {
  const [middle = [], left = []] = [0, 1].map((side) => order.filter((_, place) => place % 2 === side))
  return [...left.reverse(), ...middle]
}
