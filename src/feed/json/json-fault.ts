/**
 * Why a record is no JSON, as a clause whose subject is the record, with the place of the fault: "it is not well-formed JSON (line 3 of the
 * record, character 17, in "title")".
 * @param error what `JSON.parse` threw
 */
export function jsonFault(text: string, error: unknown): string {
  const [, at] = /at position (\d+)/.exec(String(error)) ?? [];
  const offset = at === undefined ? endOf(text, error) : Number(at);
  return `it is not well-formed JSON${offset === null ? '' : ` ${placeInJson(text, offset)}`}`;
}

/** A text that ends too early has its fault at its end, which older versions of the engine do not number. */
function endOf(text: string, error: unknown): number | null {
  return /end of JSON|Unterminated/.test(String(error)) ? text.length : null;
}

/** Line and character are counted from 1. The field is the key that stands before the place. */
export function placeInJson(text: string, offset: number): string {
  const before = text.slice(0, Math.max(0, offset));
  const line = before.split('\n').length;
  const key = [...before.matchAll(/"((?:[^"\\\n]|\\.){1,80})"\s{0,20}:/g)].at(-1)?.[1];
  const field = key === undefined ? '' : `, in "${key}"`;
  return `(line ${line} of the record, character ${before.length - before.lastIndexOf('\n')}${field})`;
}
