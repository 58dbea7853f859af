/** Connections to a ClickHouse server. */
export const connectionsMax = 64;
/** How many user queries may run at once. The other connections are for inserts and Weir's own statements. */
export const serverQueriesMax = 48;
