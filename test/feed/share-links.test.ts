import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { fetchFeed, type FetchOutcome } from '../../src/feed/fetch/fetch-feed.js';
import { redactUrl } from '../../src/feed/fetch/redact-url.js';
import { isDocumentHost, sharedDocument, sourceOf } from '../../src/feed/fetch/share-links.js';
import { memorySpool } from './memory-spool.js';

const id = '1AbC-dEf_123456789';

interface Reply {
  status: number;
  body: string;
  /** Where a redirect leads. */
  location?: string;
}

/** Fetches a link from a service that gives `reply` at each address. */
async function fetched(
  link: string,
  reply: (url: URL) => Reply,
): Promise<{ outcome: FetchOutcome; asked: string[] }> {
  const asked: string[] = [];
  const outcome = await fetchFeed(
    { url: new URL(link), headers: {} },
    { etag: null, lastModified: null, unconditional: true },
    {
      fetcher: {
        open({ url }) {
          asked.push(url.href);
          const { status, body, location } = reply(url);
          return Promise.resolve({
            status,
            headers: location === undefined ? {} : { location },
            body: Readable.from([Buffer.from(body)]),
          });
        },
      },
      spool: memorySpool(),
      clock: { now: () => 0, elapsed: () => 0, sleep: () => new Promise<void>(() => undefined) },
    },
    { maxBytes: 100_000, timeoutMs: 1_000, allowPrivateAddresses: [] },
  );
  return { outcome, asked };
}

describe('a link to a shared document', () => {
  it.each([
    [
      `https://docs.google.com/spreadsheets/d/${id}/edit?usp=sharing`,
      `https://docs.google.com/spreadsheets/d/${id}/export?format=csv`,
    ],
    [
      `https://docs.google.com/spreadsheets/d/${id}/edit#gid=42`,
      `https://docs.google.com/spreadsheets/d/${id}/export?format=csv&gid=42`,
    ],
    [
      `https://docs.google.com/spreadsheets/d/${id}/edit?gid=7#gid=7`,
      `https://docs.google.com/spreadsheets/d/${id}/export?format=csv&gid=7`,
    ],
    [
      `https://docs.google.com/spreadsheets/u/1/d/${id}/view`,
      `https://docs.google.com/spreadsheets/d/${id}/export?format=csv`,
    ],
    [
      `https://docs.google.com/spreadsheets/d/${id}`,
      `https://docs.google.com/spreadsheets/d/${id}/export?format=csv`,
    ],
    [
      `http://docs.google.com/spreadsheets/d/${id}/edit`,
      `https://docs.google.com/spreadsheets/d/${id}/export?format=csv`,
    ],
    [
      'https://docs.google.com/spreadsheets/d/e/2PACX-1v/pubhtml?gid=3&single=true',
      'https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv&gid=3&single=true',
    ],
    [
      `https://drive.google.com/file/d/${id}/view?usp=drive_link`,
      `https://drive.usercontent.google.com/download?id=${id}&export=download&confirm=t`,
    ],
    [
      `https://drive.google.com/open?id=${id}&resourcekey=0-k`,
      `https://drive.usercontent.google.com/download?id=${id}&export=download&confirm=t&resourcekey=0-k`,
    ],
    [
      `https://drive.google.com/uc?export=download&id=${id}`,
      `https://drive.usercontent.google.com/download?id=${id}&export=download&confirm=t`,
    ],
    [
      'https://www.dropbox.com/scl/fi/abc/oglasi.csv?rlkey=k1&dl=0',
      'https://www.dropbox.com/scl/fi/abc/oglasi.csv?rlkey=k1&dl=1',
    ],
    ['https://www.dropbox.com/s/abc/oglasi.xlsx', 'https://www.dropbox.com/s/abc/oglasi.xlsx?dl=1'],
    [
      'https://1drv.ms/x/s!Aq1?e=2',
      'https://api.onedrive.com/v1.0/shares/u!aHR0cHM6Ly8xZHJ2Lm1zL3gvcyFBcTE_ZT0y/root/content',
    ],
    [
      'https://firma-my.sharepoint.com/:x:/g/personal/ana/EAb?e=Xy',
      'https://firma-my.sharepoint.com/:x:/g/personal/ana/EAb?e=Xy&download=1',
    ],
  ])('is read in the form that gives the file: %s', async (link, download) => {
    const { outcome, asked } = await fetched(link, () => ({ status: 200, body: 'id;cena\n1;2\n' }));
    expect(outcome.kind).toBe('fetched');
    expect(asked).toEqual([download]);
  });

  it.each([
    `https://docs.google.com/spreadsheets/d/${id}/export?format=xlsx`,
    `https://docs.google.com/spreadsheets/d/${id}/gviz/tq?tqx=out:csv&sheet=Oglasi`,
    'https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=tsv',
    'https://www.dropbox.com/s/abc/oglasi.csv?raw=1',
    'https://drive.google.com/drive/folders/abc',
    'https://onedrive.live.com/download?resid=1&authkey=2',
  ])('is left as it is where it gives a file already, or none: %s', (link) => {
    expect(sharedDocument(new URL(link))?.download.href).toBe(link);
  });

  it.each([
    `https://agency.example/docs.google.com/spreadsheets/d/${id}/edit`,
    `https://docs.google.com.evil.example/spreadsheets/d/${id}/edit`,
    `https://agency.example/?u=https://drive.google.com/file/d/${id}/view`,
    `https://docs.google.com@agency.example/spreadsheets/d/${id}/edit`,
    'file:///spreadsheets/d/x/edit',
  ])('is recognised by its host alone: %s is none', (link) => {
    expect(sharedDocument(new URL(link))).toBeNull();
    expect(isDocumentHost(new URL(link))).toBe(false);
  });
});

describe('a document that is not shared', () => {
  const link = `https://docs.google.com/spreadsheets/d/${id}/edit`;
  const page = '<!DOCTYPE html><html><title>Sign in</title>';

  it.each<[string, (url: URL) => Reply]>([
    ['a page to sign in', () => ({ status: 200, body: page })],
    [
      'a redirect to such a page',
      ({ host }) =>
        host === 'accounts.google.com'
          ? { status: 200, body: page }
          : { status: 307, body: '', location: 'https://accounts.google.com/v3/signin' },
    ],
    ['401', () => ({ status: 401, body: '' })],
    ['403', () => ({ status: 403, body: '' })],
    ['404', () => ({ status: 404, body: page })],
  ])('is named, with what its owner does, and never by its id: %s', async (_what, reply) => {
    const { outcome } = await fetched(link, reply);
    expect(outcome).toMatchObject({ kind: 'failed', code: 'password' });
    const message = outcome.kind === 'failed' ? outcome.message : '';
    expect(message).toMatch(
      /this Google Sheets document is not shared by link\. Ask the agency to open it, choose "Share"/,
    );
    expect(message).not.toContain(id);
  });

  it('is not blamed where the service is in trouble', async () => {
    const { outcome } = await fetched(link, () => ({ status: 503, body: '' }));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'http_status' });
  });
});

describe('the id of a document', () => {
  it.each([
    `https://docs.google.com/spreadsheets/d/${id}/edit`,
    `https://doc-0g-sheets.googleusercontent.com/export/${id}/x`,
    `https://uc123.dl.dropboxusercontent.com/cd/0/get/${id}/file`,
    `https://firma.sharepoint.com/:x:/s/${id}`,
  ])('is not shown: %s', (link) => {
    expect(redactUrl(new URL(link))).toMatch(/^https:\/\/[^/]+\/…$/);
  });

  it('tells sources apart, as a host does elsewhere, and is not readable there', () => {
    const source = (link: string): string => sourceOf(new URL(link), new URL(link).host);
    const [one, same, other] = ['a1/edit', 'a1/view?usp=sharing', 'b2/edit'].map((rest) =>
      source(`https://docs.google.com/spreadsheets/d/${rest}`),
    );
    expect(one).toBe(same);
    expect(one).not.toBe(other);
    expect(one).toMatch(/^docs\.google\.com\/[0-9a-f]{12}$/);
    expect(source('https://agency.example/a.xml')).toBe('agency.example');
  });
});
