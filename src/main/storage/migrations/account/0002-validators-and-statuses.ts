export const validatorsAndStatuses = `
  ALTER TABLE topics ADD COLUMN validators TEXT;  -- JSON; NULL: the platform gave none, or they no longer hold

  -- The platform's own status, JSON notation; NULL: it gave none. Apart, so that counting reads no records.
  ALTER TABLE invoices ADD COLUMN status TEXT;
  UPDATE invoices SET status = nullif(invoice -> '$.providerStatus', 'null') WHERE json_valid(invoice);
  CREATE INDEX invoices_statuses ON invoices (status, state)
`
