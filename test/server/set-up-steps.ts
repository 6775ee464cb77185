import { expect } from 'vitest';
import { estateFeed, type Ad } from '../support/estate-feed.js';
import type { ApiWorld, Caller, Reply } from './api-world.js';

/** The steps by which agencies are set up, as an administrator takes them over the API. */
export class SetUpSteps {
  private constructor(
    private readonly api: ApiWorld,
    public admin: Caller,
  ) {}

  static async begin(api: ApiWorld): Promise<SetUpSteps> {
    return new SetUpSteps(api, await api.signedIn('administrator', 'administrator'));
  }

  /** An agency whose file was read. */
  async bring(name: string, ads: readonly Ad[]): Promise<void> {
    const { services, world } = this.api;
    world.at(`/${name}.xml`).body = estateFeed(ads);
    const feed = { url: `${world.feedUrl}/${name}.xml` };
    const agency = { name, title: name, email: `a@${name}.example`, language: 'en' as const, feed };
    await services.store.setups.add(agency, 'partner', world.clock.now());
    const readingOf = async () => (await services.store.setups.byName(name))?.reading ?? null;
    for (let turn = 0; turn < 60 && (await readingOf()) === null; turn += 1) await world.tick(1_000);
    expect((await readingOf())?.ok, 'the file was read').toBe(true);
  }

  take(name: string, step: string, body: unknown): Promise<Reply> {
    return this.admin.ask('POST', `/agencies/${name}/setup/${step}`, { body });
  }

  /** Everything that is asked is answered, and the agency is sent. */
  async send(name: string, answers: object): Promise<void> {
    const { code } = this.api.pending({ name, register_number: '1' });
    const steps = {
      connect: { code },
      confirm: { ok: true, language: 'en', name: 'Ana', role: 'director' },
      answers,
      send: {},
    };
    for (const [step, body] of Object.entries(steps)) {
      const taken = await this.take(name, step, body);
      expect(taken.status, `${step}: ${taken.text}`).toBe(200);
    }
  }

  /** Hours pass, after which the session has ended. */
  async hours(count: number): Promise<void> {
    const { world } = this.api;
    // What a step woke runs beside it, and its requests must not meet their deadlines as the clock jumps.
    await world.app.engine.idle();
    for (let hour = 0; hour < count; hour += 1) await world.tick(3_600_000);
    this.admin = await this.api.signedIn(`administrator-${world.clock.now()}`, 'administrator');
  }
}
