import { endsWith, type Blanker, type SecretPath } from './blanker.js';

/**
 * Blanks the values of secret keys, with all objects and lists inside. Each character of a text becomes `x` and each digit of a number
 * becomes 1, so the file stays valid JSON. Lists do not count in paths: `agents/phone` also names the key `phone` of each
 * member of the list `agents`.
 */
export class JsonBlanker implements Blanker {
  /** The open objects and lists, each with the key whose value it is; null for a member of a list. */
  readonly #open: { key: string | null; isObject: boolean }[] = [];
  /** The length of `#open` before the outermost secret object or list was opened; null outside of secret values. */
  #secretFrom: number | null = null;
  /** The string that is being read. */
  #string: { isKey: boolean; text: string; isEscaped: boolean } | null = null;
  /** The key of the value that is being read. */
  #key: string | null = null;
  /** Whether the next string is a key. */
  #mayBeKey = false;

  constructor(private readonly secrets: readonly SecretPath[]) {}

  take(piece: string): string {
    let done = '';
    for (const character of piece)
      done += this.#string === null ? this.#outside(character) : this.#inString(character, this.#string);
    return done;
  }

  end(): string {
    return '';
  }

  #inString(character: string, string: { isKey: boolean; text: string; isEscaped: boolean }): string {
    if (!string.isEscaped && character === '"') {
      this.#key = string.isKey ? string.text : null;
      this.#string = null;
      return character;
    }
    string.isEscaped = !string.isEscaped && character === '\\';
    if (string.isKey) string.text += character;
    return !string.isKey && this.#isSecret() ? 'x' : character;
  }

  #outside(character: string): string {
    if (character === '"') {
      this.#string = { isKey: this.#mayBeKey, text: '', isEscaped: false };
      this.#mayBeKey = false;
    } else if (character === '{' || character === '[') {
      if (this.#isSecret()) this.#secretFrom ??= this.#open.length;
      this.#open.push({ key: this.#key, isObject: character === '{' });
      this.#key = null;
      this.#mayBeKey = character === '{';
    } else if (character === '}' || character === ']') {
      this.#open.pop();
      this.#key = null;
      if (this.#secretFrom !== null && this.#open.length <= this.#secretFrom) this.#secretFrom = null;
    } else if (character === ',') {
      this.#key = null;
      this.#mayBeKey = this.#open.at(-1)?.isObject === true;
    } else if (character >= '0' && character <= '9' && this.#isSecret()) return '1';
    return character;
  }

  #isSecret(): boolean {
    if (this.#secretFrom !== null) return true;
    if (this.#key === null) return false;
    const names = [...this.#open.flatMap(({ key }) => key ?? []), this.#key];
    return this.secrets.some((path) => path.attribute === null && endsWith(names, path));
  }
}
