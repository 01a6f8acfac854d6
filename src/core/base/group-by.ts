/** Items by key, in order of first appearance (Node 20 has no Map.groupBy). */
export function groupBy<Item, Key>(items: Iterable<Item>, key: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const keyOfItem = key(item)
    const group = groups.get(keyOfItem)
    if (group) group.push(item)
    else groups.set(keyOfItem, [item])
  }
  return groups
}
