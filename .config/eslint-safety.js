/**
 * What an agency or a feed writes must never decide how long something takes or which member of a prototype is read: no regular
 * expression is made of data (patterns of mappings run on RE2), and names from data are read with `ownValue`.
 */
const searches = new Set(['match', 'matchAll', 'search']);

const literalPatterns = {
  meta: {
    type: 'problem',
    messages: {
      data: 'A regular expression is made of literals only: what backtracks on data can hang the process. Use RE2 (mapping/language/patterns.ts) or compare by hand.',
      text: '{{name}}() makes a regular expression of a text that is given to it; give it one that is written here.',
    },
    schema: [],
  },
  create(context) {
    const { sourceCode } = context;
    const checkMade = (node) => {
      const isGlobal = node.callee.type === 'Identifier' && node.callee.name === 'RegExp';
      const [pattern] = node.arguments;
      if (isGlobal && pattern !== undefined && !isLiteral(pattern, sourceCode))
        context.report({ node, messageId: 'data' });
    };
    const typeOf = (node) => {
      const services = sourceCode.parserServices;
      return services.program.getTypeChecker().getApparentType(services.getTypeAtLocation(node));
    };
    return {
      NewExpression: checkMade,
      CallExpression(node) {
        checkMade(node);
        const { callee } = node;
        const [pattern] = node.arguments;
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        const { name } = callee.property;
        if (!searches.has(name) || pattern === undefined) return;
        if (typeOf(callee.object).symbol?.name !== 'String') return;
        if (typeOf(pattern).symbol?.name !== 'RegExp' && !isLiteral(pattern, sourceCode))
          context.report({ node, messageId: 'text', data: { name } });
      },
    };
  },
};

/** Whether all of it is written in this file. */
function isLiteral(node, sourceCode) {
  const every = (...nodes) => nodes.every((one) => isLiteral(one, sourceCode));
  switch (node.type) {
    case 'Literal':
      return true;
    case 'TemplateLiteral':
      return every(...node.expressions);
    case 'BinaryExpression':
      return every(node.left, node.right);
    case 'Identifier': {
      const written = constantOf(node, sourceCode);
      return written !== null && every(written);
    }
    default:
      return false;
  }
}

/** What a constant of the file is made of; null for any other name. */
function constantOf(node, sourceCode) {
  let scope = sourceCode.getScope(node);
  while (scope !== null && !scope.set.has(node.name)) scope = scope.upper;
  const definition = scope?.set.get(node.name)?.defs[0];
  if (definition?.type !== 'Variable' || definition.parent.kind !== 'const') return null;
  return definition.node.id.type === 'Identifier' ? definition.node.init : null;
}

const ownNames = {
  meta: {
    type: 'problem',
    messages: { reflect: 'Reflect.get reads prototypes too: use ownValue of model/own-value.ts.' },
    schema: [],
  },
  create: (context) => ({
    "MemberExpression[object.name='Reflect'][property.name='get']": (node) =>
      context.report({ node, messageId: 'reflect' }),
  }),
};

/**
 * Libraries that may throw on what other people wrote, each with what of it reads nothing. All else of them is called within
 * `callLibrary` or `tryLibrary` of platform/library.ts, which make one kind of error of what they throw.
 */
const harmless = {
  'csv-parse': [],
  'fast-xml-parser': ['XMLParser'],
  'html-to-text': ['compile'],
  // What builds a parser and names what it calls; it reads in write and close.
  saxes: ['SaxesParser', 'on'],
  '@marcbachmann/cel-js': ['Environment', 'registerFunction'],
  yaml: [
    ...['isAlias', 'isCollection', 'isMap', 'isNode', 'isPair', 'isScalar', 'isSeq'],
    ...['LineCounter', 'linePos', 'addNewLine', 'get'],
  ],
  // What writes or compares times that are numbers.
  luxon: [
    ...['fromMillis', 'toMillis', 'toFormat', 'startOf', 'endOf', 'plus', 'hasSame'],
    ...['instance', 'eras', 'months', 'weekdays', 'meridiems'],
  ],
};

const libraryCalls = {
  meta: {
    type: 'problem',
    messages: {
      library:
        '{{library}} may throw on what other people wrote: call it within callLibrary or tryLibrary of platform/library.ts.',
    },
    schema: [],
  },
  create(context) {
    const { parserServices } = context.sourceCode;
    const check = (node) => {
      const checker = parserServices.program.getTypeChecker();
      const declared = checker.getResolvedSignature(
        parserServices.esTreeNodeToTSNodeMap.get(node),
      )?.declaration;
      const library = declared === undefined ? undefined : libraryOf(declared.getSourceFile().fileName);
      if (
        library === undefined ||
        harmless[library].includes(declared.name?.text ?? nameOf(node.callee)) ||
        isWithinWrapper(node)
      )
        return;
      context.report({ node, messageId: 'library', data: { library } });
    };
    return { CallExpression: check, NewExpression: check };
  },
};

function libraryOf(file) {
  return Object.keys(harmless).find((library) =>
    [`/node_modules/${library}/`, `/node_modules/@types/${library}/`].some((folder) => file.includes(folder)),
  );
}

function nameOf(callee) {
  return callee.type === 'MemberExpression' ? callee.property.name : callee.name;
}

/** Whether it stands in a function that is given to the wrapper. */
function isWithinWrapper(node) {
  for (let at = node; at !== null; at = at.parent) {
    const { parent } = at;
    const isCall = parent?.type === 'CallExpression' && /^(?:call|try)Library$/.test(parent.callee.name);
    if (isCall && parent.arguments.indexOf(at) === 1 && at.type === 'ArrowFunctionExpression') return true;
  }
  return false;
}

export const safety = {
  rules: { 'literal-patterns': literalPatterns, 'own-names': ownNames, 'library-calls': libraryCalls },
};
