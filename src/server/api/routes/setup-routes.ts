import { createRoute, z } from '@hono/zod-openapi';
import {
  answerAgency,
  confirmAgency,
  connectAgency,
  sendAgency,
  setOwnMapping,
  type By,
  type Step,
} from '../../../sync/decisions/set-up-agency.js';
import { chosenPaths, differingFacts, ownerFact } from '../../../core/setup/differing-facts.js';
import { statedAnswer } from '../../../core/setup/setup-steps.js';
import { answerRulesSchema, choiceRulesSchema } from '../../../wire/rule-schema.js';
import type { SetupRecord } from '../../../store/store.js';
import { askedListings, stateOfSetup } from '../../../store/facts/setup-facts.js';
import { areKnown } from '../../../sync/decisions/stated-facts.js';
import { setupRefusals } from '../../../texts/setup-refusals.js';
import { authorOf, type Actor } from '../../access/permissions.js';
import { agencyNamed, refusedIn, sentenceOf } from './agency-routes.js';
import { writtenLimits } from '../../../mapping/language/mapping-limits.js';
import { answers, body, feedName, type Api, type ApiParts } from './route-parts.js';
import { OwnerRulesSchema, rulesDocument } from '../schemas/rules-document.js';
import { tileCounts } from '../listing-counts.js';
import { setupDocument } from '../schemas/setup-document.js';
import { AnswersSchema, ConfirmSchema, SetupSchema } from '../schemas/setup-schemas.js';

type SetupDocument = z.input<typeof SetupSchema>;

/** The steps by which one agency is set up. Setup may stop after any step and continue later. Nothing is sent to the portal before `send`. */
export function addSetupRoutes(app: Api, parts: ApiParts): void {
  const { deps, guard } = parts;
  const look = createRoute({
    method: 'get',
    path: '/agencies/{name}/setup',
    summary: 'What was read of its feed, what is to be done next, and how the first check goes',
    ...guard('read'),
    request: { params: feedName },
    responses: answers('How it stands.', SetupSchema),
  });
  app.openapi(look, async (c) => {
    const actor = c.get('actor');
    const agency = await agencyNamed(c.req.valid('param').name, actor, deps);
    return c.json(await documentOf(agency, actor, deps), 200);
  });
  addRulePreview(app, parts);
  addSteps(app, parts);
  addOwnMapping(app, parts);
}

const RulesSchema = z.strictObject({
  path: z
    .enum([ownerFact.path, ...chosenPaths])
    .default(ownerFact.path)
    .meta({
      description: 'The fact that the rules are about.',
    }),
  rules: z.union([answerRulesSchema, choiceRulesSchema]),
});

/** What rules would state and cover. Nothing is stored. */
function addRulePreview(app: Api, { deps, guard }: ApiParts): void {
  const { store } = deps.services;
  const preview = createRoute({
    method: 'post',
    path: '/agencies/{name}/setup/rules',
    summary:
      'What would be kept of rules, which listings they cover today, and which would wait: nothing is stored',
    ...guard('decide'),
    request: { params: feedName, body: body(RulesSchema) },
    responses: answers('Word for word.', OwnerRulesSchema),
  });
  app.openapi(preview, async (c) => {
    const agency = await agencyNamed(c.req.valid('param').name, c.get('actor'), deps);
    const { rules, path } = c.req.valid('json');
    const fact = differingFacts.find((one) => one.path === path) ?? ownerFact;
    const known = await store.reference.known();
    const names = {
      vocabulary: known?.vocabulary.vocabulary ?? null,
      places: known?.places.places ?? [],
    };
    if (!areKnown(fact, rules, names)) throw refusedIn(setupRefusals.noSuchRule);
    const stated = statedAnswer(fact, await stateOfSetup(agency, store));
    const listings = await askedListings(fact, agency, store);
    return c.json(rulesDocument(fact, rules, { listings, stated, names }), 200);
  });
}

const stepRoutes = {
  connect: 'Enter the connect code that the portal shows',
  confirm: 'Whether the agency that the portal names is the right one',
  answers: 'Answer what only the agency knows, and give words a meaning',
  send: 'Send for the portal’s first check: from now on the feed is read and pushed',
} as const;

function addSteps(app: Api, { deps, guard }: ApiParts): void {
  const take = stepTaker(deps);
  const routeOf = <Schema extends z.ZodType>(step: keyof typeof stepRoutes, schema: Schema) =>
    createRoute({
      method: 'post',
      path: `/agencies/{name}/setup/${step}` as const,
      summary: stepRoutes[step],
      ...guard('decide'),
      request: { params: feedName, body: body(schema) },
      responses: answers('Done.', SetupSchema),
    });
  const { running } = deps;

  app.openapi(routeOf('connect', z.strictObject({ code: z.string().max(100) })), async (c) => {
    const { code } = c.req.valid('json');
    const step = (by: By): Promise<Step> => connectAgency({ ...by, code }, running());
    return c.json(await take(c.req.valid('param').name, c.get('actor'), step), 200);
  });

  app.openapi(routeOf('confirm', ConfirmSchema), async (c) => {
    const actor = c.get('actor');
    const { ok, language, name = '', role = '', connection = null } = c.req.valid('json');
    if (ok && (name === '' || role === '')) throw refusedIn(whoConfirms);
    const step = (by: By): Promise<Step> =>
      confirmAgency({ ...by, ok, language, name, role, connection }, running());
    return c.json(await take(c.req.valid('param').name, actor, step), 200);
  });

  app.openapi(routeOf('answers', AnswersSchema), async (c) => {
    const given = c.req.valid('json');
    const step = (by: By): Promise<Step> => answerAgency({ ...by, answers: given }, running());
    return c.json(await take(c.req.valid('param').name, c.get('actor'), step), 200);
  });

  app.openapi(routeOf('send', z.strictObject({})), async (c) => {
    const step = (by: By): Promise<Step> => sendAgency(by, running());
    return c.json(await take(c.req.valid('param').name, c.get('actor'), step), 200);
  });
}

function addOwnMapping(app: Api, { deps, guard }: ApiParts): void {
  const take = stepTaker(deps);
  const route = createRoute({
    method: 'put',
    path: '/agencies/{name}/setup/mapping',
    summary: 'Give an agency that is not sent yet a mapping of its own: usually the one that was proposed',
    ...guard('operate'),
    request: {
      params: feedName,
      body: body(
        z.strictObject({
          text: z.string().max(writtenLimits.text).nullable().openapi({
            description:
              'The whole mapping; null: it is no longer used, and the file’s format is detected again.',
          }),
        }),
      ),
    },
    responses: answers('It is used, and the file is read with it.', SetupSchema),
  });
  app.openapi(route, async (c) => {
    const { text } = c.req.valid('json');
    const step = (by: By): Promise<Step> => setOwnMapping({ ...by, text }, deps.running());
    return c.json(await take(c.req.valid('param').name, c.get('actor'), step), 200);
  });
}

const whoConfirms = {
  sr: 'Upišite svoje ime i funkciju u agenciji, pa potvrdite.',
  en: 'Write your name and your role in the agency, then confirm.',
};

/** What the setup page shows, with the numbers of the listings once they are sent. */
async function documentOf(agency: SetupRecord, actor: Actor, deps: ApiParts['deps']): Promise<SetupDocument> {
  const { connectionId, sentAt } = agency;
  const tiles =
    connectionId === null || sentAt === null
      ? null
      : await tileCounts({ connectionIds: [connectionId] }, deps.services.store);
  return setupDocument(agency, actor, deps, tiles);
}

type TakeStep = (name: string, actor: Actor, step: (by: By) => Promise<Step>) => Promise<SetupDocument>;

/** Steps are taken one after the other, so that each sees the effect of the steps before. */
function stepTaker(deps: ApiParts['deps']): TakeStep {
  let last: Promise<unknown> = Promise.resolve();
  return async (name, actor, step) => {
    const { name: agency } = await agencyNamed(name, actor, deps);
    const turn = last.then(() => step({ agency, author: authorOf(actor) }));
    last = turn.catch(() => undefined);
    sentenceOf(await turn);
    deps.wake();
    return documentOf(await agencyNamed(name, actor, deps), actor, deps);
  };
}
