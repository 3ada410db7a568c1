/** Answers of lists that main holds itself, and asks no provider for. */
import type { Freshness } from '../../../shared/models/freshness.ts'
import type { RowsAnswer } from './pagedList.ts'

/** @param revision changes with the list */
export const localFreshness = (revision: number): Freshness => ({
  fetchedAt: new Date().toISOString(),
  refreshing: false,
  error: null,
  notes: [],
  partial: null,
  revision
})

/** A row has its key. Such a list changes only in length. */
export const localRows = <Row>(rows: Row[], matched: number): RowsAnswer<Row> => ({
  rows,
  matched,
  freshness: localFreshness(matched)
})
