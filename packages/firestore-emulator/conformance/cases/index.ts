import type { Case, Feature } from '../harness/case';
import { aggregationCases } from './aggregations';
import { documentCases } from './documents';
import { limitCases } from './limits';
import { listenerCases } from './listeners';
import { orderCases } from './orders';
import { queryCases } from './queries';
import { rejectionCases } from './rejections';
import { transactionCases } from './transactions';
import { transformCases } from './transforms';
import { valueCases } from './values';
import { vectorCases } from './vectors';

/** All cases by chapter. Each runs over every SDK that has the feature. */
const CHAPTERS: Record<string, Case[]> = {
  values: valueCases,
  documents: documentCases,
  transforms: transformCases,
  queries: queryCases,
  orders: orderCases,
  aggregations: aggregationCases,
  transactions: transactionCases,
  listeners: listenerCases.map((each) => ({ ...each, needs: 'listeners' })),
  limits: limitCases,
  rejections: rejectionCases,
  vectors: vectorCases,
};

/** The cases for one kind of SDK that need nothing it lacks. A chapter may be empty. */
export const casesFor = (kind: 'admin' | 'web', lacks: readonly Feature[] = []): [chapter: string, cases: Case[]][] =>
  Object.entries(CHAPTERS).map(([chapter, cases]) => [
    chapter,
    cases.filter((each) => (!each.only || each.only === kind) && !(each.needs && lacks.includes(each.needs))),
  ]);
