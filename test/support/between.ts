import type { World } from './world.js';

/** A request as it left the daemon. */
export interface SentRequest {
  /** `METHOD /path`. */
  line: string;
  /** With its `?`; empty without one. */
  query: string;
  headers: Readonly<Record<string, string>>;
  /** By the test's clock. */
  at: number;
}

type Serve = (request: Request) => Promise<Response>;

/**
 * Stands between daemon and portal, as a proxy would.
 * @param answer answers in the portal's place, or lets the portal answer
 * @returns the requests as they were sent, in their order
 */
export function between(
  world: World,
  answer: (request: Request, portal: Serve) => Promise<Response> = (request, portal) => portal(request),
): SentRequest[] {
  const sent: SentRequest[] = [];
  const { sandbox, clock } = world;
  const portal: Serve = sandbox.fetch.bind(sandbox);
  sandbox.fetch = (request) => {
    const { pathname, search } = new URL(request.url);
    sent.push({
      line: `${request.method} ${pathname}`,
      query: search,
      headers: Object.fromEntries(request.headers),
      at: clock.now(),
    });
    return answer(request, portal);
  };
  return sent;
}

export function pushesOf(sent: readonly SentRequest[]): SentRequest[] {
  return sent.filter(({ line }) => line.startsWith('POST ') && line.endsWith('/batches'));
}
