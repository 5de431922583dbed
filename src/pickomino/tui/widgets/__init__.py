"""The parts of the screens. They draw what they are given and send on what people ask for."""
