/** The same object with its properties writable: tests plant failures into assembled parts, which the program never changes in place. */
export function altered<T extends object>(part: T): { -readonly [Key in keyof T]: T[Key] } {
  return part;
}
