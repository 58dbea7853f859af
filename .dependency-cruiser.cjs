/**
 * Folders are ranked: a file imports only from its own folder and from folders of a lower rank. Each
 * rule's comment says what to do when it is broken.
 */
const ranks = [
  ['main.ts'],
  ['service.ts'],
  ['stages'],
  ['http'],
  ['graphql', 'webhook'],
  // Above the intake, whose code fills columns from stored events, and above what reads and provisions.
  ['jobs'],
  ['query', 'ingest', 'provision'],
  ['sql', 'auth'],
  ['catalog'],
  ['engine'],
  ['base'],
];

/** Inside `sql/`: two dialects are read into one tree of the engine's own terms. */
const sqlRanks = [['compiler'], ['postgres'], ['columnstore'], ['text'], ['term'], ['functions']].map(
  (names) => names.map((name) => `sql/${name}`),
);

const source = (names) =>
  `^server/src/(${names.map((name) => (name.endsWith('.ts') ? `${name}$` : `${name}/`)).join('|')})`;

const rulesOf = (ranked) =>
  ranked.flatMap((names, rank) =>
    names.flatMap((name) => {
      const beside = names.filter((other) => other !== name);
      const above = ranked.slice(0, rank).flat();
      const forbidden = [...above, ...beside];
      if (forbidden.length === 0) return [];
      return [
        {
          name: `rank-of-${name.replace('.ts', '').replace('/', '-')}`,
          comment: `${name} may not know of ${forbidden.join(', ')}: pass what it needs in from above, or move the code down`,
          severity: 'error',
          from: { path: source([name]), pathNot: '\\.test\\.ts$' },
          to: { path: source(forbidden) },
        },
      ];
    }),
  );

module.exports = {
  forbidden: [
    ...rulesOf(ranks),
    ...rulesOf(sqlRanks),
    {
      name: 'no-cycles',
      comment: 'Two files that import each other are one file, or lack a third',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'sql-cannot-be-forged',
      comment: 'Outside of sql/, SQL is written as a template of sql-text.ts, whose parts are SQL already',
      severity: 'error',
      from: { pathNot: '^server/src/sql/' },
      to: { path: '^server/src/sql/trusted-text\\.ts$' },
    },
    {
      name: 'configuration-is-passed',
      comment:
        'Only main.ts, service.ts and its stages see the configuration; everything else is handed its slice',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/(stages/|(main|service|config\\.test)\\.ts$)' },
      to: { path: '^server/src/config\\.ts$' },
    },
    {
      name: 'the-engine-child-stands-alone',
      comment:
        'What runs in the engine process shares only the engine folder, so that it starts fast and small',
      severity: 'error',
      from: { path: '^server/src/engine/embedded/host/' },
      to: { path: '^server/src/', pathNot: '^server/src/(engine|base)/' },
    },
    {
      name: 'chdb-only-in-the-child',
      comment: 'A fault in the native library must not take the API down: only the child process loads it',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '(^server/src/engine/embedded/host/|\\.test\\.ts$)' },
      to: { path: 'node_modules/chdb' },
    },
    {
      name: 'the-client-stands-alone',
      comment: 'The client is published on its own: it imports nothing but itself',
      severity: 'error',
      from: { path: '^client/src/', pathNot: '(\\.test\\.ts$|^client/src/test-support/)' },
      to: { pathNot: '^client/src/' },
    },
    {
      name: 'the-console-speaks-through-the-client',
      comment: 'The console knows the service only by its public API, as everyone does: use @weir/client',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(server|client/src|tests)/' },
    },
    {
      name: 'the-server-knows-no-client',
      comment: 'The service serves the built console as files and imports nothing of it',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(client|console)/' },
    },
    {
      name: 'no-unresolvable',
      comment: 'The import names something that is not there',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
