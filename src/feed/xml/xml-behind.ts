import type { RecordObject } from '../../model/record.js';
import { parseElement } from '../parse-record.js';

/** An open element: its name and its start tag, as written. */
interface OpenTag {
  qualified: Buffer;
  tag: Buffer;
}

/** More behind the last record is not kept: paging stands in a few lines. */
const keptBytesMax = 64 * 1024;

/** Keeps what stands behind the last record of a document, up to the end of its root. */
export class BehindRecords {
  /** Offset in the view behind the last record so far; -1: nothing is kept. */
  start = -1;
  /** The number of elements that were open at `start`. */
  #depth = 0;
  /** These elements; null while none of them is closed. */
  #open: readonly OpenTag[] | null = null;
  #value: RecordObject | null = null;

  begin(start: number, depth: number): void {
    this.start = start;
    this.#depth = depth;
    this.#open = null;
  }

  drop(): void {
    this.start = -1;
  }

  /** Called at each end tag outside of records. @param open the elements that are open before it */
  meetEndTag(view: Buffer, at: number, open: readonly OpenTag[]): void {
    if (this.start === -1) return;
    this.#open ??= open.slice(0, this.#depth);
    if (at - this.start > keptBytesMax) this.drop();
    else if (open.length === 1) {
      this.#value = parsed(this.#open, view.toString('utf8', this.start, at));
      this.drop();
    }
  }

  /** The values behind the last record, as in a header; empty without any. */
  value(): RecordObject {
    return this.#value ?? {};
  }
}

function parsed(open: readonly OpenTag[], text: string): RecordObject | null {
  if (!/<[^/!?]/.test(text)) return null;
  try {
    const [root] = open;
    const tags = open.map(({ tag }) => tag.toString('utf8')).join('');
    return root === undefined ? null : parseElement(`${tags}${text}</${root.qualified.toString('utf8')}>`);
  } catch {
    // Whether the document is whole is decided elsewhere.
    return null;
  }
}
