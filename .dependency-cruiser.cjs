/**
 * Folders are ranked: a file imports only from its own folder and from folders of a lower rank. Each
 * rule's comment says what to do when it is broken.
 */
const ranks = [
  ['main.ts', 'replace-secret.ts'],
  ['service.ts'],
  ['stages'],
  ['http'],
  ['graphql', 'webhook'],
  // Receipts are written by the intake and read through the API.
  ['receipts'],
  // Materialized views and the quarantine use the jobs' access to the engine; uploads end in a job.
  ['views', 'quarantine', 'uploads', 'export-jobs'],
  // Jobs use the intake's code to fill columns from stored events, and the code of queries and provisioning.
  ['jobs'],
  ['query', 'ingest', 'provision', 'live'],
  ['sql', 'auth', 's3'],
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
          comment: `${name} must not import ${forbidden.join(', ')}: pass the dependency in from above, or move the code down`,
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
      comment: 'Files must not import each other: merge them, or extract the shared part into a third file',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'sql-cannot-be-forged',
      comment: 'Outside of sql/, write SQL with the template of sql-text.ts, whose parts are already SQL',
      severity: 'error',
      from: { pathNot: '^server/src/sql/' },
      to: { path: '^server/src/sql/trusted-text\\.ts$' },
    },
    {
      name: 'configuration-is-passed',
      comment:
        'Only main.ts, replace-secret.ts, service.ts and its stages import the configuration; pass other modules only their part of it',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: '^server/src/(stages/|(main|replace-secret|service|config\\.test)\\.ts$)',
      },
      to: { path: '^server/src/config\\.ts$' },
    },
    {
      name: 'the-engine-child-stands-alone',
      comment:
        'Code of the engine process imports only from the engine folder, so that the process starts fast and stays small',
      severity: 'error',
      from: { path: '^server/src/engine/embedded/host/' },
      to: { path: '^server/src/', pathNot: '^server/src/(engine|base)/' },
    },
    {
      name: 'chdb-only-in-the-child',
      comment:
        'Only the child process may load the native library, because a crash in it must not take the API down',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '(^server/src/engine/embedded/host/|\\.test\\.ts$)' },
      to: { path: 'node_modules/chdb' },
    },
    {
      name: 'the-client-stands-alone',
      comment: 'The client is published separately, so it must not import from other packages',
      severity: 'error',
      from: { path: '^client/src/', pathNot: '(\\.test\\.ts$|^client/src/test-support/)' },
      to: { pathNot: '^client/src/' },
    },
    {
      name: 'the-console-speaks-through-the-client',
      comment: 'The console uses only the public API of the service: import from @weir/client',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(server|client/src|tests)/' },
    },
    {
      name: 'the-server-knows-no-client',
      comment: 'The service serves the built console as files; it must not import from it',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(client|console)/' },
    },
    {
      name: 'no-unresolvable',
      comment: 'The imported module does not exist',
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
