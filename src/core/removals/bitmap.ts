/** One bit per record ordinal: the records seen in a snapshot. A million records take 125 KB. */
export class Bitmap {
  #words: Uint32Array;
  #count = 0;

  constructor(size: number) {
    this.#words = new Uint32Array(Math.ceil(Math.max(size, 1) / 32));
  }

  /** How many bits are set. */
  get count(): number {
    return this.#count;
  }

  has(index: number): boolean {
    return ((this.#words[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
  }

  /** Sets the bit and grows as needed. Returns false if the bit was already set. */
  add(index: number): boolean {
    const word = index >>> 5;
    if (word >= this.#words.length) this.#grow(word + 1);
    const bit = 1 << (index & 31);
    const before = this.#words[word] ?? 0;
    if ((before & bit) !== 0) return false;
    this.#words[word] = before | bit;
    this.#count++;
    return true;
  }

  /** The set bits, in ascending order. */
  indices(): number[] {
    const found: number[] = [];
    for (const [word, bits] of this.#words.entries())
      for (let bit = 0; bits >>> bit !== 0 && bit < 32; bit++)
        if ((bits & (1 << bit)) !== 0) found.push(word * 32 + bit);
    return found;
  }

  #grow(length: number): void {
    const larger = new Uint32Array(Math.max(length, this.#words.length * 2));
    larger.set(this.#words);
    this.#words = larger;
  }
}
