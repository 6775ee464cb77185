import { plainly, writeSomething, writtenRecord, type Written } from './contents.js';
import type { Dice } from './dice.js';

/** One ad as its agency means it. */
export interface Ad {
  id: string;
  price: number;
  kind: 'sale' | 'rent';
  /** `castle`: a word that its mapping does not know. */
  type: 'flat' | 'house' | 'castle';
  /**
   * `broken`: present, but not publishable; `throws`: mapping it fails in a way that nothing foresees; `hog`: mapping it takes more time
   * than it may. `sold`: the feed says so itself. Where people write the contents: `reserved`, `unknown`, a word that no one knows, and
   * `request`, no price.
   */
  status: 'offered' | 'broken' | 'throws' | 'hog' | 'draft' | 'sold' | 'reserved' | 'unknown' | 'request';
  street: string;
  /** Missing: its contents are written plainly. */
  written?: Written;
}

/** What one answer of the source said: complete, as the daemon may believe it. */
export interface Told {
  /** Ids that stand in it and are not given up by it. */
  present: ReadonlySet<string>;
  /** Its place among the files of all agencies. */
  order: number;
  /** Its ads, as they were. */
  ads: ReadonlyMap<string, Ad>;
}

let filesMade = 0;

/** One feed of one agency: what it offers, what it has exported, and what it has told whom. */
export class Agency {
  readonly ads = new Map<string, Ad>();
  /** Of feeds of changes: how each ad was in the first file, which alone had them all. */
  readonly #first = new Map<string, string>();
  readonly exports: { body: string; told: Told }[] = [];
  /** For each id: how many complete answers in a row lacked it. */
  readonly #missed = new Map<string, number>();
  /** The same where the daemon died over those that it has not taken over: what they had counts for nothing. */
  readonly #missedSettled = new Map<string, number>();
  last: Told | null = null;
  /** The last answer that the daemon has taken over. */
  #settled: Told | null = null;
  #tellings = 0;
  /** How people have left it. */
  life: 'active' | 'paused' = 'active';
  /** Until then, reading it fails in a way that nothing foresees. */
  throwsUntil = 0;
  /** A cache on the way serves this old file until then. */
  cached: { file: { body: string; told: Told }; until: number } | null = null;
  /** Its export ends before its last records until then. */
  partly: { lacks: number; until: number } | null = null;
  /** When it was last asked for its file. */
  askedAt = 0;
  /** Whether the configuration names it. */
  isDeclared = true;
  #nextId: number;

  constructor(
    readonly name: string,
    readonly connectionId: string,
    readonly index: number,
    /** What its files hold: everything, or what differs from the first one. */
    readonly kind: 'full' | 'delta',
    private readonly dice: Dice,
    /** Whether its people write contents as people do: its files say then when they were made, and how many records they hold. */
    readonly isWritten = false,
  ) {
    this.#nextId = (index + 1) * 1000;
  }

  get url(): string {
    return `https://${this.name}.example/feed.xml`;
  }

  /** The ad as its last answers say it: the last one, and the last that the daemon took over. */
  saidOf(id: string): Ad[] {
    return [this.last, this.#settled].flatMap((told) => told?.ads.get(id) ?? []);
  }

  /** Whether its last answer has it, and the one before that the daemon took over: it may have died over the last. */
  stillHas(id: string): boolean {
    return this.last?.present.has(id) === true && this.#settled?.present.has(id) === true;
  }

  /** How many complete answers in a row lacked it, as the daemon may count them. */
  missed(id: string): number {
    return Math.max(this.#missed.get(id) ?? 0, this.#missedSettled.get(id) ?? 0);
  }

  /** A process has taken over what it was told last, or else what another one had kept. */
  settle(by: string): void {
    const own = this.#toldTo.get(by);
    const told = own !== undefined && own.order > this.#settledAt ? own.told : this.#told;
    this.#settledAt = this.#answers;
    this.#settled = told;
    if (told === null) return;
    this.#tellings++;
    this.#settledOnce.add(told);
    for (const id of told.present) this.#missedSettled.delete(id);
  }

  /** What it was told last waits for a person as a whole. */
  hold(): void {
    this.#held = this.#told;
  }

  /** What goes off with the file that waits, or waited. */
  lackedWhenHeld(): string[] {
    const held = this.#held;
    return held === null ? [] : [...this.known].filter((id) => !held.present.has(id));
  }

  /** It is out of the configuration, and a person has decided about its listings: what it told counts no more. */
  forgetTold(): void {
    this.last = null;
  }

  take(ad: Ad): void {
    this.ads.set(ad.id, ad);
    this.#ever.add(ad.id);
  }

  add(): Ad {
    const { dice } = this;
    // The portal refuses some for good, or takes them down later.
    return this.#offer(
      dice.chance(0.06) ? dice.pick([':rejected', ':duplicate', ':moderated', ':review']) : '',
    );
  }

  /** One that the portal takes. */
  addPlain(): Ad {
    return this.#offer('');
  }

  #offer(fate: string): Ad {
    const { dice } = this;
    const id = `A${this.#nextId++}${fate}`;
    const kind = dice.chance(0.7) ? 'sale' : 'rent';
    const ad: Ad = {
      id,
      price: kind === 'sale' ? dice.between(60_000, 600_000) : dice.between(400, 3000),
      kind,
      type: dice.chance(0.7) ? 'flat' : 'house',
      status: 'offered',
      street: `Ulica ${id}`,
      ...(this.isWritten && {
        written: { ...plainly, word: dice.between(0, 11), separator: dice.between(0, 11) },
      }),
    };
    this.take(ad);
    return ad;
  }

  /** Writes a new export; a changed header alone is one too. */
  export(now: number): void {
    const all = [...this.ads.values()];
    this.#write(this.dice.chance(0.3) ? this.dice.shuffled(all) : all, now);
  }

  #write(list: readonly Ad[], now: number): void {
    for (const ad of list) if (ad.status === 'sold') this.soldOnce.add(ad.id);
    const records = this.kind === 'delta' ? this.#changes(list) : list.map(record);
    const total = this.isWritten ? `<total>${records.length}</total>` : '';
    const body = `<?xml version="1.0"?>\n<feed><exported>${now}</exported>${total}\n${records.join('\n')}\n</feed>\n`;
    const present = new Set(list.filter((ad) => ad.status !== 'sold').map((ad) => ad.id));
    const ads = new Map(list.map((ad) => [ad.id, { ...ad }]));
    this.exports.push({ body, told: { present, order: filesMade++, ads } });
    if (this.exports.length > 6) this.exports.shift();
  }

  /** A new export says another price of the ad, if it has it. */
  reprice(id: string, now: number): void {
    const ad = this.ads.get(id);
    if (ad === undefined) return;
    ad.price++;
    this.#write([...this.ads.values()], now);
  }

  /** It is read by somebody who may know nothing of it any more: a feed of changes begins with everything. */
  declareAgain(now: number): void {
    if (this.isDeclared) return;
    this.isDeclared = true;
    this.#tellings = 0;
    if (this.kind === 'delta') this.export(now);
  }

  #changes(list: readonly Ad[]): string[] {
    const gone = [...this.#ever].filter((id) => !this.ads.has(id));
    for (const id of gone) this.soldOnce.add(id);
    const deletions = gone.map((id) => `<ad><id>${id}</id><status>sold</status></ad>`);
    if (this.#tellings < 3) {
      this.#first.clear();
      for (const ad of list) this.#first.set(ad.id, record(ad));
      return [...this.#first.values(), ...deletions];
    }
    const changed = list.filter((ad) => record(ad) !== this.#first.get(ad.id));
    // What changed once is told for ever: it may have changed back, or be back.
    for (const id of [...changed.map((ad) => ad.id), ...gone]) this.#first.set(id, '');
    return [...changed.map(record), ...deletions];
  }

  /**
   * A process got this answer whole. One that equals an older file counts for nothing, unless the next answer says the same: until
   * then it may be a cache's.
   */
  tell(told: Told, to: string): void {
    this.tellings.add(told);
    // Its own date says that it is older than one that was told.
    if (this.isWritten && this.last !== null && told.order < this.last.order) return;
    const isOlder = told !== this.last && told !== this.#settled && this.#toldOnce.has(told);
    const isDoubted = isOlder && this.#doubted !== told;
    this.#toldOnce.add(told);
    this.#told = told;
    this.#toldTo.set(to, { told, order: ++this.#answers });
    this.#doubted = isDoubted ? told : null;
    // Where the daemon died over it before, it is new to it.
    if (!isDoubted || !this.#settledOnce.has(told)) this.#count(told, this.#missedSettled);
    if (isDoubted) return;
    this.last = told;
    this.#count(told, this.#missed);
    for (const id of told.present) {
      this.#missed.delete(id);
      this.known.add(id);
    }
  }

  #count({ present }: Told, missed: Map<string, number>): void {
    for (const id of this.known) if (!present.has(id)) missed.set(id, (missed.get(id) ?? 0) + 1);
  }

  /** All files that any process got whole. */
  readonly tellings = new Set<Told>();
  readonly #toldOnce = new Set<Told>();
  readonly #settledOnce = new Set<Told>();
  #doubted: Told | null = null;
  #told: Told | null = null;
  #held: Told | null = null;
  readonly #toldTo = new Map<string, { told: Told; order: number }>();
  #answers = 0;
  /** How many answers there had been when one was taken over last. */
  #settledAt = 0;

  readonly #ever = new Set<string>();
  /** Ids that it ever told. */
  readonly known = new Set<string>();
  /** Ids that it ever called sold. */
  readonly soldOnce = new Set<string>();
}

/** It stands in the feed, and nothing of it can be published: what was there stays. */
export function isSpoiled({ status }: Ad): boolean {
  return status === 'broken' || status === 'throws' || status === 'hog';
}

function record(ad: Ad): string {
  if (ad.written !== undefined) return writtenRecord(ad, priceText(ad));
  const price = isSpoiled(ad) ? 'ask us' : String(ad.price);
  return `<ad><id>${ad.id}</id><status>${ad.status}</status><kind>${ad.kind}</kind><type>${ad.type}</type><title>Stan ${ad.id} na prodaju</title><text>Lep i svetao stan broj ${ad.id}, blizu centra.</text><price>${price}</price><town>Novi Sad</town><street>${ad.street}</street><area>54</area><photo>${photos(ad)}</photo></ad>`;
}

function priceText(ad: Ad): string {
  if (ad.status === 'request') return '0';
  // A figure that cannot be read is no price on request.
  return isSpoiled(ad) ? '9..9' : String(ad.price);
}

/** One element with the ad's photos, separated in the ways of agencies' software. */
function photos({ id }: Ad): string {
  const separators = ['', ', ', ';', ' | ', '\n', ','];
  const separator = separators[Number(/\d+/.exec(id)?.[0] ?? 0) % separators.length] ?? '';
  const address = `https://photos.example/${id}`;
  return separator === '' ? `${address}.jpg` : `${address}.jpg${separator}${address}-2.jpg`;
}

/** Something that an agency does between two exports. Mass changes are rare. */
export function changeSomething(agency: Agency, dice: Dice, others: readonly Agency[]): string {
  if (agency.isWritten && dice.chance(0.5)) return writeSomething(agency, dice);
  const ads = [...agency.ads.values()];
  const some = ads.length === 0 ? agency.add() : dice.pick(ads);
  const what = dice.weighted({
    price: 30,
    street: 8,
    add: 22,
    remove: 14,
    sold: 5,
    break: 5,
    throws: 2,
    hog: 2,
    mend: 8,
    draft: 2,
    header: 8,
    half: 1,
    empty: 1,
    rename: 1,
    tenfold: 1,
    move: 2,
  });
  switch (what) {
    case 'price': {
      if (some.written?.mended != null) break;
      const by = dice.between(1, 500);
      // A rent that grew so by each export would be no rent any more.
      some.price += some.kind === 'sale' ? by : (by % 20) + 1;
      break;
    }
    case 'street':
      some.street = `Ulica ${dice.between(1, 99)}`;
      break;
    case 'add':
      for (let count = dice.between(1, 3); count > 0; count--) agency.add();
      break;
    case 'remove':
      agency.ads.delete(some.id);
      break;
    case 'sold':
      some.status = 'sold';
      break;
    case 'break':
      some.status = 'broken';
      break;
    case 'throws':
    case 'hog':
      some.status = what;
      break;
    case 'draft':
      // The shipped table of states takes an ad that is being written for none.
      if (!agency.isWritten) some.status = 'draft';
      break;
    case 'mend':
      for (const ad of ads) if (isSpoiled(ad) || ad.status === 'draft') ad.status = 'offered';
      break;
    case 'header':
      break;
    case 'half':
      for (const ad of ads) if (dice.chance(0.5)) agency.ads.delete(ad.id);
      break;
    case 'empty':
      agency.ads.clear();
      break;
    case 'rename':
      agency.ads.clear();
      for (const ad of ads) agency.take({ ...ad, id: `R${ad.id}` });
      break;
    case 'tenfold':
      // Beyond this the portal takes no price. Where single figures are wrong, the guard's own question is about these.
      if (!agency.isWritten && ads.every(({ price }) => price < 900_000))
        for (const ad of ads) ad.price *= 10;
      break;
    case 'move': {
      const siblings = others.filter(
        (other) => other !== agency && other.connectionId === agency.connectionId,
      );
      if (siblings.length === 0) break;
      agency.ads.delete(some.id);
      dice.pick(siblings).take(some);
    }
  }
  return what;
}
