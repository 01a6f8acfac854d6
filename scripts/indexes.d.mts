/** Path and text of each index that is made from src/core/rules/order.ts. */
export function indexes(): ReadonlyMap<string, string>
