/** True for a list that holds something: empty ones are not put on the wire, where they may mean more than nothing. */
export function isFilled<T>(list: readonly T[] | undefined): list is readonly T[] {
  return list !== undefined && list.length > 0;
}
