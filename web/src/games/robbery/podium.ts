// Who stands where on a podium: the first in the middle, the second to the left, the third to the right, and so on outwards.
export function podium(order: number[]): number[] {
  return order.reduce<number[]>((standing, seat, place) => (place % 2 ? [seat, ...standing] : [...standing, seat]), [])
}
