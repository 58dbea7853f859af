import type { Node } from 'libpg-query';

/** PostgreSQL's name of an output column without an alias: `?column?` if no rule gives a better one. */
export function outputName(node: Node | undefined): string {
  return figure(node).name ?? '?column?';
}

interface Figured {
  readonly name: string | null;
  /** A name from a type or CASE is weak: a name from inside the expression replaces it. */
  readonly weak: boolean;
}

const none: Figured = { name: null, weak: true };
const strong = (name: string | null | undefined): Figured => (name ? { name, weak: false } : none);
const weak = (name: string): Figured => ({ name, weak: true });

function figure(node: Node | undefined): Figured {
  if (node === undefined) return none;
  if ('ColumnRef' in node) {
    const names = (node.ColumnRef.fields ?? []).flatMap((field) =>
      'String' in field ? [field.String.sval ?? ''] : [],
    );
    return strong(names.at(-1));
  }
  if ('FuncCall' in node) {
    const last = node.FuncCall.funcname?.at(-1);
    return strong(last !== undefined && 'String' in last ? last.String.sval : null);
  }
  if ('TypeCast' in node) return figureCast(node.TypeCast.arg, node.TypeCast.typeName?.names?.at(-1));
  if ('CaseExpr' in node) {
    const inner = figure(node.CaseExpr.defresult);
    return inner.weak ? weak('case') : inner;
  }
  if ('A_Indirection' in node) return figureIndirection(node.A_Indirection);
  if ('A_Expr' in node) {
    return (node.A_Expr as { kind?: string }).kind === 'AEXPR_NULLIF' ? strong('nullif') : none;
  }
  if ('SubLink' in node) return figureSubLink(node.SubLink);
  if ('SQLValueFunction' in node) {
    return strong(
      (node.SQLValueFunction.op ?? '')
        .replace(/^SVFOP_/, '')
        .replace(/_N$/, '')
        .toLowerCase(),
    );
  }
  if ('CoalesceExpr' in node) return strong('coalesce');
  if ('MinMaxExpr' in node) return strong(node.MinMaxExpr.op === 'IS_LEAST' ? 'least' : 'greatest');
  if ('A_ArrayExpr' in node) return strong('array');
  if ('RowExpr' in node) return strong('row');
  if ('GroupingFunc' in node) return strong('grouping');
  if ('CollateClause' in node) return figure(node.CollateClause.arg);
  return none;
}

function figureCast(arg: Node | undefined, type: Node | undefined): Figured {
  const inner = figure(arg);
  if (!inner.weak) return inner;
  return type !== undefined && 'String' in type ? weak(type.String.sval ?? '') : inner;
}

function figureIndirection({ arg, indirection }: { arg?: Node; indirection?: Node[] }): Figured {
  const fields = (indirection ?? []).flatMap((step) => ('String' in step ? [step.String.sval ?? ''] : []));
  const last = fields.at(-1);
  return last === undefined ? figure(arg) : strong(last);
}

function figureSubLink({ subLinkType, subselect }: { subLinkType?: string; subselect?: Node }): Figured {
  if (subLinkType === 'EXISTS_SUBLINK') return strong('exists');
  if (subLinkType === 'ARRAY_SUBLINK') return strong('array');
  if (subLinkType !== 'EXPR_SUBLINK' || subselect === undefined || !('SelectStmt' in subselect)) return none;
  const [first] = subselect.SelectStmt.targetList ?? [];
  if (first === undefined || !('ResTarget' in first)) return none;
  return first.ResTarget.name === undefined ? figure(first.ResTarget.val) : strong(first.ResTarget.name);
}
