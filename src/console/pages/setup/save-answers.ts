import { api, type Schemas } from '../../api/client.js';
import type { Language } from '../../words/language.js';
import { answersOf, isEmpty, type Draft } from './draft.js';
import type { Person } from './person.js';

type Setup = Schemas['Setup'];
interface Reply {
  data?: Setup;
  error?: unknown;
  response: Response;
}

/**
 * Saves what the step holds: first whose code it is, then the answers. Each is kept even if the next is refused.
 * @param sends also sends the listings for the first check, if nothing is open
 */
export async function saveAnswers(
  { agency, connection, questions }: Setup,
  given: { draft: Draft; person: Person; language: Language },
  sends: boolean,
): Promise<Reply> {
  const params = { path: { name: agency.name } };
  const { draft, person, language } = given;
  const by = { language, name: person.name.trim(), role: person.role.trim() };
  const steps: (() => Promise<Reply>)[] = [];
  if (connection?.confirmed_at === null)
    steps.push(() =>
      api.POST('/api/v1/agencies/{name}/setup/confirm', {
        params,
        body: { ok: true, connection: connection.id, ...by },
      }),
    );
  if (!isEmpty(draft))
    steps.push(() =>
      api.POST('/api/v1/agencies/{name}/setup/answers', { params, body: answersOf(draft, questions, by) }),
    );
  if (steps.length === 0 && !sends) steps.push(() => api.GET('/api/v1/agencies/{name}/setup', { params }));
  if (sends)
    steps.push(async () => {
      const last = await api.GET('/api/v1/agencies/{name}/setup', { params });
      return last.data?.may_send === true
        ? api.POST('/api/v1/agencies/{name}/setup/send', { params, body: {} })
        : last;
    });
  let reply: Reply | null = null;
  for (const step of steps) {
    reply = await step();
    if (reply.data === undefined) break;
  }
  return reply ?? Promise.reject(new TypeError('there is nothing to save'));
}
