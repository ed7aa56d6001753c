"""The game: one module for each chapter of the Comprehensive Rules (CR), under the CR's own names."""
