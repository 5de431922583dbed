"""The parts of the screens. They draw what they are given and pass on what people ask for."""
