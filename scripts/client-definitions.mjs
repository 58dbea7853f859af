/**
 * The parts of the client that derive from the service's definitions: the operations of each kind of Metric, and the tables
 * that forms are built from.
 */
import { tiers } from '../server/src/base/tier.ts';
import { columnRules } from '../server/src/catalog/column-rules.ts';
import { metricKinds } from '../server/src/catalog/metric-kinds.ts';
import { webhookPresets } from '../server/src/catalog/webhook-presets.ts';

const kinds = Object.entries(metricKinds);

const operandSelection = ({ operand }) =>
  operand === null ? '' : operand.field === 'expression' ? 'expression' : `${operand.field} { columnName }`;

/** Like `client/src/operations/*.graphql`: a mutation for each kind of Metric, and its settings. */
export const metricOperations = `
fragment MetricSettingsParts on MetricSettings {
  __typename
  ${kinds.map(([, kind]) => `... on ${kind.name}MetricSettings { filterSql ${operandSelection(kind)} }`).join('\n')}
}
${kinds
  .map(
    ([, { name }]) => `
mutation Create${name}Metric($input: Create${name}MetricInput!) {
  create${name}Metric(input: $input) { metric { ...MetricParts } }
}`,
  )
  .join('\n')}`;

const adHocField = (name) => `${name[0].toLowerCase()}${name.slice(1)}`;

const operandText = (operand) =>
  operand === null
    ? 'null'
    : `{ field: '${operand.field}', columnTypes: ${JSON.stringify(operand.columnTypes ?? [])} }`;

const kindText = ([type, { name, label, operand }]) =>
  `  ${type}: { label: ${JSON.stringify(label)}, adHoc: '${adHocField(name)}', create: create${name}MetricMutation, operand: ${operandText(operand)} },`;

const ruleText = ([rule, value]) =>
  `  ${rule}: ${JSON.stringify(value)}${rule.endsWith('Types') ? ' as readonly ColumnType[]' : ''},`;

export const definitionsText = `import type { TypedDocument } from '../typed-document.js';
import type { ColumnType, MetricInput, MetricPartsFragment, MetricType, SignatureScheme, Tier, WebhookPreset } from './operations.js';
import {
${kinds.map(([, { name }]) => `  create${name}MetricMutation,`).join('\n')}
} from './operations.js';

type MetricCreated = { readonly [field: string]: { readonly metric: MetricPartsFragment } | null };

/** How a kind of Metric is named, created and defined ad hoc, and what it aggregates. */
export interface MetricKind {
  readonly label: string;
  /** The field of \`MetricInput\` that defines it ad hoc. */
  readonly adHoc: Exclude<keyof MetricInput, 'id' | 'name'>;
  readonly create: TypedDocument<MetricCreated, { readonly input: object }>;
  /** The field of its inputs and settings for the column or expression, and the allowed column types. */
  readonly operand: {
    readonly field: 'measure' | 'dimension' | 'expression';
    readonly columnTypes: readonly ColumnType[];
  } | null;
}

export const metricKinds: { readonly [type in MetricType]: MetricKind } = {
${kinds.map(kindText).join('\n')}
};

/** Rules for a Data Pool's columns. Patterns are regular expressions with the flag \`u\` or \`v\`. */
export const columnRules = {
${Object.entries(columnRules).map(ruleText).join('\n')}
} as const;

/** What is known of a sender: how it signs, and the columns, timestamp and unique ID for its events. */
export interface KnownSender {
  readonly label: string;
  readonly scheme: SignatureScheme;
  readonly columns: readonly {
    readonly name: string;
    readonly type: ColumnType;
    readonly nullable: boolean;
    readonly jsonProperty: string;
  }[];
  readonly timestamp?: string;
  readonly uniqueId?: string;
}

export const webhookPresets: { readonly [preset in WebhookPreset]: KnownSender } = ${JSON.stringify(webhookPresets)};

/** The limits that each tier puts on one query. */
export const tiers: { readonly [tier in Tier]: { readonly recordsPerSecondMax: number; readonly threadsMax: number } } =
  ${JSON.stringify(tiers)};
`;
