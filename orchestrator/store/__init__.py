"""What is kept: tables, transactions, reading them back."""
