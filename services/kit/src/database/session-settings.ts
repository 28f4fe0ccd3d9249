/**
 * Settings of a connection that statements and the readers of rows rely on, whatever the defaults of
 * the database are: startup options of Postgres.
 */
export const SESSION_SETTINGS =
  "-c datestyle=ISO,MDY -c timezone=UTC -c intervalstyle=postgres -c bytea_output=hex " +
  "-c extra_float_digits=1 -c array_nulls=on -c transform_null_equals=off " +
  "-c standard_conforming_strings=on -c default_transaction_isolation=read\\ committed";
