import { blanked, endsWith, SecretsError, type Blanker, type SecretPath } from './blanker.js';

/** A longer tag fails the file. The limit bounds the memory, because an unfinished tag is held until its end arrives. */
const tagLengthMax = 1024 * 1024;

/** Markup that is not searched for tags, with its beginning and end. `isText`: blanked inside a secret element. */
const sections = [
  { begin: '<!--', end: '-->', isText: true },
  { begin: '<![CDATA[', end: ']]>', isText: true },
  { begin: '<?', end: '?>', isText: false },
  { begin: '<!', end: '>', isText: false },
] as const;
/** The length of the longest `begin`. */
const beginLengthMax = 9;

interface Step {
  /** The output for the first part of the text. */
  done: string;
  /** The remaining input. */
  rest: string;
}

/** Blanks secret attributes, and the whole content of secret elements. Namespace prefixes of names are ignored. */
export class XmlBlanker implements Blanker {
  /** The names of the open elements. */
  readonly #open: string[] = [];
  /** The number of open elements around the outermost secret element; null outside of secret elements. */
  #secretFrom: number | null = null;
  /** The section that is being read. */
  #section: (typeof sections)[number] | null = null;
  /** Input that cannot be processed before the next piece. */
  #held = '';

  constructor(private readonly secrets: readonly SecretPath[]) {}

  take(piece: string): string {
    const done: string[] = [];
    this.#held += piece;
    for (let step = this.#next(this.#held); step !== null; step = this.#next(this.#held)) {
      done.push(step.done);
      this.#held = step.rest;
    }
    return done.join('');
  }

  /** A rest that is still held is an unfinished tag of a cut file. All of it is blanked, because it may contain a secret. */
  end(): string {
    return blanked(this.#held);
  }

  /** Processes one text, tag or part of a section; null if the next piece is needed first. */
  #next(text: string): Step | null {
    if (this.#section !== null) return this.#inSection(text, this.#section);
    const at = text.indexOf('<');
    if (at !== 0) return text === '' ? null : this.#cut(text, at < 0 ? text.length : at, true);
    if (text.length < beginLengthMax && sections.some(({ begin }) => begin.startsWith(text))) return null;
    this.#section = sections.find(({ begin }) => text.startsWith(begin)) ?? null;
    if (this.#section !== null) return this.#cut(text, this.#section.begin.length, false);
    const end = tagEnd(text);
    if (end !== null) return { done: this.#tag(text.slice(0, end)), rest: text.slice(end) };
    if (text.length > tagLengthMax) throw new SecretsError('it has a tag that does not end');
    return null;
  }

  #inSection(text: string, { end, isText }: (typeof sections)[number]): Step | null {
    const at = text.indexOf(end);
    if (at === 0) {
      this.#section = null;
      return this.#cut(text, end.length, false);
    }
    const length = at < 0 ? text.length - end.length + 1 : at;
    return length <= 0 ? null : this.#cut(text, length, isText);
  }

  #cut(text: string, length: number, isText: boolean): Step {
    const done = text.slice(0, length);
    const isSecret = isText && this.#secretFrom !== null;
    return { done: isSecret ? blanked(done) : done, rest: text.slice(length) };
  }

  #tag(text: string): string {
    const [, slash = '', name = ''] = /^<(\/?)([^\s/>]*)/.exec(text) ?? [];
    if (slash === '/') {
      this.#open.pop();
      if (this.#secretFrom !== null && this.#open.length <= this.#secretFrom) this.#secretFrom = null;
      return text;
    }
    this.#open.push(localName(name));
    const isSecret =
      this.#secretFrom !== null ||
      this.secrets.some((path) => path.attribute === null && endsWith(this.#open, path));
    const left = text.replace(attribute, (whole, begin: string, key: string, value: string) =>
      isSecret || this.#isSecretAttribute(key) ? begin + quoted(value) : whole,
    );
    if (text.endsWith('/>')) this.#open.pop();
    else if (isSecret) this.#secretFrom ??= this.#open.length - 1;
    return left;
  }

  #isSecretAttribute(key: string): boolean {
    return this.secrets.some((path) => path.attribute === localName(key) && endsWith(this.#open, path));
  }
}

const attribute = /(\s([^\s=/<>"']+)\s*=\s*)("[^"]*"|'[^']*')/g;

function quoted(value: string): string {
  return `${value[0] ?? ''}${blanked(value.slice(1, -1))}${value.at(-1) ?? ''}`;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The index behind the first `>` outside of quotes; null if there is none. */
function tagEnd(text: string): number | null {
  let quote = '';
  for (let index = 1; index < text.length; index++) {
    const character = text[index] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index + 1;
  }
  return null;
}
