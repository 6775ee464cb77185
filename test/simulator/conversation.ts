/** What is said between a client and PostgreSQL, as far as one must know to tell who waits for whom (protocol 3.0). */
export class Conversation {
  readonly #said = new Messages();
  readonly #heard = new Messages(false);
  /** The first thing that a client says has an answer too. */
  #unanswered = 1;
  #isInTransaction = false;

  say(bytes: Buffer): void {
    for (const { type } of this.#said.read(bytes)) if (type === 'Q' || type === 'S') this.#unanswered++;
  }

  hear(bytes: Buffer): void {
    for (const { type, first } of this.#heard.read(bytes)) {
      if (type !== 'Z') continue;
      this.#unanswered--;
      this.#isInTransaction = first !== 'I';
    }
  }

  /** Whether the client waits for an answer. */
  get waits(): boolean {
    return this.#unanswered > 0;
  }

  /** Whether nothing is under way or begun. */
  get isBetween(): boolean {
    return !this.waits && !this.#isInTransaction;
  }
}

interface Message {
  type: string;
  /** The first letter of what it says. */
  first: string;
}

class Messages {
  #rest: Buffer = Buffer.alloc(0);

  /** @param isFirstBare a client's first message has no type */
  constructor(private isFirstBare = true) {}

  *read(bytes: Buffer): Generator<Message> {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const typeBytes = this.isFirstBare ? 0 : 1;
      if (this.#rest.length < typeBytes + 4) return;
      const end = typeBytes + this.#rest.readInt32BE(typeBytes);
      if (this.#rest.length < end) return;
      const letter = (at: number): string => (at < end ? String.fromCharCode(this.#rest[at] ?? 0) : '');
      const message = { type: typeBytes === 0 ? '' : letter(0), first: letter(typeBytes + 4) };
      this.#rest = this.#rest.subarray(end);
      this.isFirstBare = false;
      yield message;
    }
  }
}
