/** Path and text of the drawing and the table of rooms that are made from the imports of src/. */
export function architecture(): ReadonlyMap<string, string>
