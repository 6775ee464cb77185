/** What the beginning of a JSON file holds. */
export interface JsonHead {
  /** One document, or the documents of a file of JSON lines. */
  values: unknown[];
  /** Whether the file is several documents, one after another. */
  isLines: boolean;
}

/** Documents of a file of JSON lines that are looked at. */
const linesMax = 2_000;

/**
 * Reads JSON, or several documents one after another, from the beginning of a file. What is cut off at its end is left out. Null: the text
 * is no JSON.
 */
export function readJsonHead(text: string): JsonHead | null {
  const whole = parsed(text);
  if (whole !== undefined) return { values: [whole], isLines: false };
  const values: unknown[] = [];
  let at = 0;
  while (values.length < linesMax) {
    const extent = extentOf(text, at);
    if (extent === null) break;
    const value = parsed(text.slice(extent.from, extent.lastWhole) + extent.closers);
    // A first document that is cut is the document; a later one is the cut end of a file of lines.
    if (!extent.isWhole && values.length > 0) break;
    if (value === undefined) return null;
    if (!extent.isWhole) return { values: [value], isLines: false };
    values.push(value);
    at = extent.end;
  }
  return values.length > 1 ? { values, isLines: true } : null;
}

interface Extent {
  from: number;
  /** Behind the last bracket, or the end of the text. */
  end: number;
  isWhole: boolean;
  /** Behind the last member of an object or list that is whole. */
  lastWhole: number;
  /** What closes the brackets that are open at `lastWhole`. */
  closers: string;
}

/** Matches what gives a document its extent; a string that is not closed matches to the end of the text. */
const sign = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)|[{}[\],]/gs;

/** Where the document at or behind `from` ends. Null: there is none, or its brackets do not pair. */
function extentOf(text: string, from: number): Extent | null {
  const begin = /[^\s,\uFEFF\u001E]/g;
  begin.lastIndex = from;
  const first = begin.exec(text);
  if (first === null || !/[{[]/.test(first[0])) return null;
  const open: string[] = [];
  let [lastWhole, depth] = [first.index, 0];
  sign.lastIndex = first.index;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const [one] = found;
    if (one.startsWith('"')) continue;
    if (one === '{' || one === '[') {
      open.push(one === '{' ? '}' : ']');
      continue;
    }
    if (one !== ',' && open.pop() !== one) return null;
    lastWhole = one === ',' ? found.index : sign.lastIndex;
    depth = open.length;
    if (depth === 0) return { from: first.index, end: lastWhole, isWhole: true, lastWhole, closers: '' };
  }
  // Behind the last whole member brackets only open, so those that are open there are the first of all.
  const closers = open.slice(0, depth).toReversed().join('');
  return { from: first.index, end: text.length, isWhole: false, lastWhole, closers };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
