import { expect } from 'vitest';
import { behaviour, ModelConnection, type Status, type Trigger } from './portal-model.js';
import { createBench, Partner, sale, type Answer, type Bench } from './partner.js';
import type { Step } from './portal-steps.js';

/** Items an hour: few enough that a short sequence meets its end. */
const budget = 5;

type Name = 'pending' | 'certifying' | 'active';
type Sent = Parameters<Partner['deliver']>;

interface Played {
  id: string;
  model: ModelConnection;
  /** Codes that were shown once, the current one last. */
  codes: string[];
  used: number;
}

/** Plays steps against a sandbox and, beside it, against the model of the spec; whatever they disagree about fails the test. */
export class Play {
  readonly #connections: Record<Name, Played>;
  readonly #stranger: Partner;
  #budget = budget;
  #movedOn = 0;
  #last: Sent | null = null;
  #batch: string | null = null;

  private constructor(
    private readonly bench: Bench,
    private readonly batchDelayMs: number,
  ) {
    const connect = (status: Name): Played => ({
      id: bench.sandbox.staff.addConnection({ status, agency: { listing_limit: 3 } }),
      model: new ModelConnection(status),
      codes: [],
      used: 0,
    });
    this.#connections = {
      pending: connect('pending'),
      certifying: connect('certifying'),
      active: connect('active'),
    };
    this.#stranger = new Partner(bench.sandbox, bench.clock);
    const app = bench.sandbox.staff.addApp({ name: 'Stranger' });
    this.#stranger.keyId = bench.sandbox.staff.registerKey(this.#stranger.publicKeyPem, 'sandbox', app);
  }

  static async begin(settings: { outcomeDelayMs: number; batchDelayMs: number }): Promise<Play> {
    const limits = { connection_items_per_hour: budget, rate_limit_per_minute: 1_000_000 };
    return new Play(
      await createBench({ ...settings, limits, laterOutcomeMs: 60_000 }),
      settings.batchDelayMs,
    );
  }

  async step(step: Step): Promise<void> {
    await this.#act(step);
    for (const played of Object.values(this.#connections)) this.#requireStatus(played);
    const touched = 'of' in step ? [this.#connections[step.of]] : Object.values(this.#connections);
    for (const played of touched) await this.#requireSums(played);
  }

  async #act(step: Step): Promise<void> {
    const { staff, time } = this.bench.sandbox;
    switch (step.does) {
      case 'put':
        return this.#put(this.#connections[step.of], step);
      case 'push':
        return this.#push(this.#connections[step.of], step.key, {
          listings: step.ids.map((id) => this.#listing(id, step.price)),
        });
      case 'reconcile':
        return this.#push(this.#connections[step.of], step.key, { external_ids: step.ids });
      case 'remove':
        return this.#remove(this.#connections[step.of], step.id);
      case 'read':
        return this.#read(this.#connections[step.of], step.what);
      case 'resend':
        return this.#resend();
      case 'redeem':
        return this.#redeem(step.code);
      case 'disconnect':
        return this.#disconnect(this.#connections[step.of]);
      case 'staff':
        this.#pull(this.#connections[step.of], step.trigger);
        return;
      case 'moderate':
        this.#moderate(this.#connections[step.of], step.id);
        return;
      case 'decide':
        this.#decide(this.#connections[step.of], step.id, step.approves);
        return;
      case 'quota':
        staff.setQuota(this.#connections[step.of].id, step.limit);
        return;
      case 'budget':
        staff.setLimits({ connection_items_per_hour: (this.#budget = step.limit) });
        return;
      case 'wait':
        if (step.advance) {
          this.#movedOn += step.ms;
          return time.advance(step.ms);
        }
        this.bench.clock.advance(step.ms);
        return time.tick();
    }
  }

  /** The portal's time: the clock, and how far it was moved on. */
  get #now(): number {
    return this.bench.clock.now() + this.#movedOn;
  }

  async #put({ id, model }: Played, { id: externalId, price }: Step & { does: 'put' }): Promise<void> {
    const path = `/connections/${id}/listings/${externalId}`;
    const answer = await this.#send('PUT', path, this.#listing(externalId, price));
    const wanted = behaviour.write[model.status];
    if (wanted === 409) {
      this.#requireRefusal(answer, 409, 'connection_not_active', model.status);
      return;
    }
    if (price === 0) {
      this.#requireRefusal(answer, 422, 'validation_failed');
      return;
    }
    if (!model.hasRoom(1, this.#budget, this.#now)) {
      this.#requireLimit(answer);
      return;
    }
    expect(answer.status).toBe(202);
    model.spent.push({ at: this.#now, count: 1 });
    this.#requireResult(model, answer.body.item);
  }

  async #push({ id, model }: Played, key: string, body: Pushed): Promise<void> {
    const isBatch = 'listings' in body;
    const text = JSON.stringify(body);
    const held = this.#held(id);
    const path = `/connections/${id}/${isBatch ? 'batches' : 'reconcile'}`;
    const answer = await this.#send('POST', path, body, { 'Idempotency-Key': key });
    const { status } = model;
    const now = this.#now;
    const repeats = model.keyed(key, path + text, now);
    if (repeats === 'reused') {
      this.#requireRefusal(answer, 422, 'idempotency_key_reused');
      return;
    }
    if (repeats === 'in progress') {
      this.#requireRefusal(answer, 409, 'idempotency_in_progress');
      return;
    }
    if (repeats === 'replayed') {
      expect(answer.headers.get('Idempotent-Replayed')).toBe('true');
      expect(answer.body.batch.id).toBe(model.keys.get(key)?.batchId);
      expect(this.#held(id)).toEqual(held);
      this.#requireBatch(answer);
      return;
    }
    expect(answer.headers.get('Idempotent-Replayed')).toBeNull();
    if (behaviour.write[status] === 409) {
      this.#requireRefusal(answer, 409, 'connection_not_active', status);
      return;
    }
    const count = isBatch ? body.listings.length : 0;
    if (isBatch && !model.hasRoom(count, this.#budget, now)) {
      this.#requireLimit(answer);
      return;
    }
    expect(answer.status).toBe(202);
    if (count > 0) model.spent.push({ at: now, count });
    const { id: batchId, items } = answer.body.batch;
    model.keys.set(key, { body: path + text, at: now, doneAt: now + this.batchDelayMs, batchId });
    this.#batch = batchId;
    if (isBatch) for (const item of items) this.#requireResult(model, item);
    this.#requireBatch(answer);
  }

  async #remove({ id, model }: Played, externalId: string): Promise<void> {
    const staged = this.#listings(id).some((held) => held.externalId === externalId && isStaged(held.status));
    const answer = await this.#send('POST', `/connections/${id}/listings/${externalId}/remove`, {
      reason: 'sold',
    });
    if (behaviour.write[model.status] === 409) {
      this.#requireRefusal(answer, 409, 'connection_not_active', model.status);
      return;
    }
    if (!staged) {
      this.#requireRefusal(answer, 404, 'listing_not_found');
      return;
    }
    expect(answer.status).toBe(200);
    expect(this.#listings(id).find((held) => held.externalId === externalId)?.status).toBe('removed');
  }

  /** What changes nothing, whoever asks. */
  async #read({ id, model }: Played, what: string): Promise<void> {
    const { partner } = this.bench;
    const before = Object.values(this.#connections).map((each) => this.#held(each.id));
    const { status } = model;
    const listing = this.#listing('A1', 1);
    const reads: Record<string, () => Promise<[Answer, number]>> = {
      ping: async () => [await partner.get('/ping'), 200],
      list: async () => [await partner.get('/connections'), 200],
      get: async () => [await partner.get(`/connections/${id}`), behaviour.read[status]],
      view: async () => [await partner.get(`/connections/${id}/listings`), behaviour.view[status]],
      batch: async () => [
        await partner.get(`/batches/${this.#batch ?? id}`),
        this.#batch === null ? 404 : 200,
      ],
      validate: async () => [
        await partner.post('/validate', { listing, connection_id: id }),
        behaviour.write[status] === 409 ? 409 : 200,
      ],
      vocabularies: async () => [await partner.get('/vocabularies'), 200],
      places: async () => [await partner.get('/places?limit=1'), 200],
      place: async () => [await partner.get(`/places/${this.bench.words.place}`), 200],
      stranger: async () => [await this.#stranger.put(`/connections/${id}/listings/A1`, listing), 404],
    };
    const [answer, wanted] = await reads[what]!();
    expect([what, answer.status]).toEqual([what, wanted]);
    expect(Object.values(this.#connections).map((each) => this.#held(each.id))).toEqual(before);
    if (what === 'list') {
      const visible = Object.values(this.#connections).filter((each) => each.model.status !== 'pending');
      const listed = answer.body.connections
        .map((each) => each.id)
        .filter((each) => each !== this.bench.connection);
      expect(listed.sort()).toEqual(visible.map((each) => each.id).sort());
    }
  }

  /** The very same bytes and headers once more: known by the nonce, or too old. */
  async #resend(): Promise<void> {
    if (this.#last === null) return;
    const before = Object.values(this.#connections).map((each) => this.#held(each.id));
    const { status, body } = await this.bench.partner.deliver(...this.#last);
    expect(status).toBe(401);
    expect(['nonce_replayed', 'timestamp_skewed']).toContain(body.error.code);
    expect(Object.values(this.#connections).map((each) => this.#held(each.id))).toEqual(before);
  }

  async #redeem(which: string): Promise<void> {
    const { model, codes } = this.#connections.pending;
    const known = { current: codes.at(-1), lapsed: codes.at(-2), unknown: 'PX-AAAA-BBBB-CCCC' }[which];
    if (known === undefined) return;
    const answer = await this.bench.partner.post('/connections', { connect_code: known });
    const fits = which === 'current' && model.pull('redeem');
    if (!fits) {
      this.#requireRefusal(answer, 404, 'connect_code_invalid');
      return;
    }
    expect([answer.status, answer.body.connection.status]).toEqual([201, 'certifying']);
  }

  async #disconnect({ id, model }: Played): Promise<void> {
    const answer = await this.bench.partner.send('DELETE', `/connections/${id}`);
    if (!model.pull('disconnect')) {
      this.#requireRefusal(answer, 404, 'connection_not_found');
      return;
    }
    expect([answer.status, answer.body.connection.status]).toEqual([200, 'revoked']);
  }

  #pull({ id, model }: Played, trigger: Trigger): void {
    const { staff } = this.bench.sandbox;
    const actions: Partial<Record<Trigger, () => void>> = {
      certify: () => staff.certify(id),
      sendBack: () => staff.sendBack(id, 'Photos are missing'),
      pause: () => staff.pause(id, 'Holidays', 'agency'),
      resume: () => staff.resume(id),
      revoke: () => staff.revoke(id),
    };
    const act = actions[trigger]!;
    if (model.pull(trigger)) act();
    else expect(act).toThrow('this one is');
  }

  #moderate({ id }: Played, externalId: string): void {
    const { staff } = this.bench.sandbox;
    const held = this.#listings(id).find((each) => each.externalId === externalId);
    if (held?.status === 'live') staff.setListing(id, externalId, { status: 'taken_down' });
  }

  /** What waits on an active connection alone; then it waits no more, whatever room the plan has. */
  #decide({ id, model }: Played, externalId: string, approves: boolean): void {
    const { staff } = this.bench.sandbox;
    const statusNow = (): string | undefined =>
      this.#listings(id).find((each) => each.externalId === externalId)?.status;
    const before = statusNow();
    const decide = (): void =>
      approves ? staff.approveListing(id, externalId) : staff.rejectListing(id, externalId);
    if (before !== 'needs_review' || model.status !== 'active') {
      expect(decide).toThrow();
      expect(statusNow()).toBe(before);
      return;
    }
    decide();
    expect(statusNow()).not.toBe('needs_review');
  }

  #requireStatus(played: Played): void {
    const { status, code } = this.bench.sandbox.staff.connection(played.id);
    expect(status).toBe(played.model.status);
    expect(code !== null).toBe(status === 'pending');
    if (code !== null && played.codes.at(-1) !== code) played.codes.push(code);
  }

  /** Counts, quota and budget against what is held; nothing is live that no person certified, nothing is left of a revoked one. */
  async #requireSums(played: Played): Promise<void> {
    const { id, model } = played;
    const { status, body } = await this.bench.partner.get(`/connections/${id}`);
    expect(status).toBe(behaviour.read[model.status]);
    if (status !== 200) return;
    const { counts, agency, ...connection } = body.connection;
    expect(connection.status).toBe(model.status);
    const statuses = this.#listings(id).map((held) => held.status);
    const count = (...wanted: string[]): number => statuses.filter((each) => wanted.includes(each)).length;
    expect(counts).toEqual({
      live: count('live'),
      paused: count('inactive'),
      review: count('needs_review'),
      failed: count('rejected'),
    });
    const { used, limit } = agency.listing_quota as { used: number; limit: number | null };
    expect(used).toBe(count('live', 'accepted'));
    expect(used).toBeLessThanOrEqual(Math.max(limit ?? Infinity, played.used));
    played.used = used;
    if (!model.wasCertified) expect(used).toBe(0);
    if (model.status === 'revoked')
      expect(new Set([...statuses, 'removed', 'archived', 'released']).size).toBe(3);
    expect(this.bench.sandbox.staff.ledger(id)).toEqual(model.spent);
  }

  #requireResult(model: ModelConnection, { external_id: id, result }: Answer['body']['item']): void {
    const isReviewed = model.status === 'certifying' || id.endsWith(':review');
    expect([isReviewed ? 'needs_review' : 'accepted', 'unchanged', 'rejected']).toContain(result);
  }

  #requireBatch({ status, body: { batch } }: Answer): void {
    expect(status).toBe(202);
    const { total = 0, ...counts } = batch.counts;
    const sum = Object.values(counts).reduce((a, b) => a + b, 0);
    expect(sum).toBe(batch.items.length);
    for (const [result, count] of Object.entries(counts)) {
      expect(batch.items.filter((item) => item.result === result)).toHaveLength(count);
    }
    if (batch.status === 'completed') expect(sum).toBe(total);
    else expect(sum).toBe(0);
  }

  #requireRefusal({ status, body }: Answer, wanted: number, code: string, connection?: Status): void {
    expect([status, body.error.code]).toEqual([wanted, code]);
    if (connection !== undefined) expect(body.error.details).toEqual({ status: connection });
  }

  #requireLimit(answer: Answer): void {
    this.#requireRefusal(answer, 429, 'connection_item_limit');
    const seconds = Number(answer.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(3600);
  }

  #send(method: string, path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const text = JSON.stringify(body);
    this.#last = [method, path, text, { ...this.bench.partner.sign(method, path, text), ...headers }];
    return this.bench.partner.deliver(...this.#last);
  }

  #listing(externalId: string, price: number): object {
    return sale(this.bench, externalId, { price: { amount: price * 1000, currency: 'EUR' } });
  }

  #listings(id: string) {
    return this.bench.sandbox.staff.listings(id);
  }

  /** All that a write could change. */
  #held(id: string): object {
    const { staff } = this.bench.sandbox;
    return [staff.listings(id), staff.ledger(id), staff.connection(id)];
  }
}

type Pushed = { listings: object[] } | { external_ids: string[] };

function isStaged(status: string): boolean {
  return !['removed', 'archived', 'released'].includes(status);
}
