import { describe, expect, it } from 'vitest';
import {
  agencyRecipients,
  isLastAtOnce,
  type MailPerson,
  type MailChoice,
} from '../../src/core/setup/mail-choice.js';
import { planNotices, type Addressee, type NoticeItem } from '../../src/core/setup/notice-plan.js';

const agency = { email: 'office@a.example', language: 'sr-Latn' as const };
const choice = (atOnce: boolean, digest: boolean): MailChoice => ({ atOnce, digest, language: null });
const person = (id: number, name: string, mail: MailChoice | null = null): MailPerson => ({ id, name, mail });
const sent = (people: readonly MailPerson[]): string[] =>
  agencyRecipients(agency, people).map(
    ({ email, choice: { atOnce, digest } }) =>
      `${email}${atOnce ? ' at once' : ''}${digest ? ' digest' : ''}`,
  );

describe('the mail of an agency', () => {
  it('goes to its own address alone where no one has chosen otherwise', () => {
    const all = ['office@a.example at once digest'];
    expect(sent([])).toEqual(all);
    expect(sent([person(1, 'Office@a.example'), person(2, 'ana@a.example'), person(3, 'ana')])).toEqual(all);
  });

  it('goes to whom chose it, in their language', () => {
    const ana = person(2, 'ana@a.example', { atOnce: true, digest: false, language: 'en' });
    expect(sent([person(1, agency.email, choice(false, true)), ana])).toEqual([
      'office@a.example digest',
      'ana@a.example at once',
    ]);
    expect(agencyRecipients(agency, [ana]).map((one) => one.choice.language)).toEqual(['sr-Latn', 'en']);
  });

  it('reaches someone at once, whatever was chosen', () => {
    expect(sent([person(1, agency.email, choice(false, false))])).toEqual(['office@a.example at once']);
  });

  it('knows the last one whom it reaches at once', () => {
    const office = person(1, agency.email);
    const ana = person(2, 'ana@a.example', choice(true, false));
    expect(isLastAtOnce(office, agency, [office])).toBe(true);
    expect(isLastAtOnce(office, agency, [office, ana])).toBe(false);
    expect(isLastAtOnce(ana, agency, [person(1, agency.email, choice(false, true)), ana])).toBe(true);
    expect(isLastAtOnce(ana, agency, [ana])).toBe(false);
    expect(isLastAtOnce(ana, { ...agency, email: '' }, [ana])).toBe(true);
  });
});

it('what no one of an agency wants goes to no one else in its place', () => {
  const to = (role: Addressee['role'], wants?: Addressee['wants']): Addressee => ({
    ...{ key: role, role, connectionId: 'a', language: 'en', cyrillic: false, email: 'x@x.example' },
    ...(wants !== undefined && { wants }),
  });
  const item = (atOnce: boolean): NoticeItem => ({
    ...{ cause: 'x', kind: 'hold', connectionId: 'a', agency: 'A', count: 1, since: null },
    ...{ roles: ['agency'], atOnce, hold: null, note: null },
  });
  const people = [to('agency', { atOnce: true, digest: false }), to('operator'), to('machine')];
  const told = (atOnce: boolean): string[] =>
    planNotices([], [item(atOnce)], people).added.map(({ addressee }) => addressee);
  expect([told(true).sort(), told(false)]).toEqual([['agency', 'machine'], ['machine']]);
});
